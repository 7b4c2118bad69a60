import type { OpenInteraction } from './identity-provider.ts';
import { loginOf } from './login.ts';
import { findNextStep, type ReadInvitedProject } from './next-step.ts';
import { sendPage } from './page-card.ts';
import { type ListedUser, signInPage } from './pages.ts';
import { readForm } from './read-body.ts';
import { readUserEmail, signInUser } from './users.ts';

/** Accounts that the page lists; others are typed. */
const MAX_LISTED = 12;

/** The role of a user, for the list. */
export type DescribeUser = (subject: string) => Promise<Pick<ListedUser, 'role'>>;

/** Answers the page that signs in any address: a click on an account, or a typed one. */
export function createDevelopmentPage(
  baseUrl: string,
  describeUser: DescribeUser,
  readInvitedProject: ReadInvitedProject,
) {
  const listUsers = ({ store }: OpenInteraction): Promise<ListedUser[]> =>
    Promise.all(
      store.listUsers(MAX_LISTED).map(async ({ subject, email }) => {
        const name = store.accounts.find(subject)?.name;
        return { email, name, ...(await describeUser(subject)) };
      }),
    );
  return async (interaction: OpenInteraction): Promise<void> => {
    const { request, response, store, details, finish } = interaction;
    const isSent = request.method === 'POST';
    const typed = (isSent ? await readForm(request) : undefined)?.get('email') ?? '';
    const email = readUserEmail(store, typed);
    if (isSent && email) {
      return finish(loginOf(store, signInUser(store, email).subject, Date.now()));
    }
    const shown = {
      baseUrl,
      users: await listUsers(interaction),
      next: await findNextStep(details.params, readInvitedProject),
    };
    if (isSent) {
      const fault = 'Enter a valid e-mail address.';
      return sendPage(response, 400, signInPage({ ...shown, typed, fault }));
    }
    const hint = String(details.params.login_hint ?? '');
    return sendPage(response, 200, signInPage({ ...shown, typed: hint }));
  };
}
