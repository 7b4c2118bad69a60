import { resolve } from 'node:path';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import {
  openSqliteSignInStore,
  type SignInStore,
} from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { CommandError } from '../../cli/command-error.ts';
import { readCredentials } from '../../local/data-folder/data-folder.ts';
import { signInPath } from '../../local/data-folder/data-paths.ts';
import { makeSetupLink } from '../../local/door/setup-link.ts';
import { readEmail, readUserEmail, subjectOfEmail } from '../../local/identity-provider/users.ts';
import { dataDirOf, refuseStack } from '../data-dir.ts';
import { audited } from '../session/audited.ts';
import { openAdminFolder } from '../session/open-admin-folder.ts';
import type { ProgramCall } from '../session/program-action.ts';

interface ForOption {
  readonly for?: string;
}

const OWN_ISSUER = 'The users of a stack are in its own issuer.';

function requireEmail(typed: string): string {
  const email = readEmail(typed);
  if (email !== undefined) return email;
  throw new CommandError('usage', `${typed} is not an e-mail address.`);
}

/** The subject of a user who has signed in at this service. */
function requireSubject(store: SignInStore, typed: string): string {
  const email = readUserEmail(store, typed) ?? requireEmail(typed);
  const subject = store.accounts.findByEmail(email)?.subject ?? subjectOfEmail(email);
  if (store.accounts.find(subject) ?? store.findUser(subject)) return subject;
  throw new CommandError('notFound', `No account has the address ${email}.`);
}

/** The sign-in of a data folder whose service has accounts of its own. */
function openDoorStore(dataDir: string): SignInStore {
  const store = openAnyStore(dataDir);
  if (store.readMode() === 'door') return store;
  store.close();
  const hint = 'Start it with --public-url and without --issuer: npx imagewell start --help.';
  throw new CommandError('usage', 'This service has no accounts of its own.', hint);
}

/** The sign-in of a data folder, whichever accounts its service has. */
const openAnyStore = (dataDir: string): SignInStore =>
  openSqliteSignInStore(signInPath(dataDir), createDiskReserve(dataDir));

/** Runs a change of accounts, written down in the audit trail. */
async function changeAccounts<Answer extends object>(
  { session, options }: ProgramCall,
  action: string,
  sent: Readonly<Record<string, unknown>>,
  run: (store: SignInStore, dataDir: string) => Answer,
  open = openDoorStore,
): Promise<Answer> {
  refuseStack(options, OWN_ISSUER);
  const dataDir = resolve(dataDirOf(session, options));
  const services = openAdminFolder(dataDir);
  try {
    const store = open(dataDir);
    try {
      const act = { action, accountId: services.accountId, projectId: null, sent };
      return await audited(services, act, async () => run(store, dataDir));
    } finally {
      store.close();
    }
  } finally {
    services.close();
  }
}

/** `admin setup-link`: prints a link that works once, and nothing else. */
export async function printSetupLink(call: ProgramCall<ForOption>): Promise<void> {
  const { session, options } = call;
  const email = options.for === undefined ? null : requireEmail(options.for);
  const { link } = await changeAccounts(call, 'make-setup-link', { email }, (store, dataDir) => {
    const baseUrl = readCredentials(dataDir)?.baseUrl ?? '';
    return { link: makeSetupLink(store, baseUrl, email, Date.now()) };
  });
  session.tell('It works once, for 30 minutes. Whoever opens it sets up the account.');
  session.print({ link }, () => link);
}

/** `admin end-sessions`: signs one account out everywhere, or all of them. */
export async function endAccountSessions(call: ProgramCall): Promise<void> {
  const { session, args } = call;
  const [typed] = args;
  const sent = { email: typed ?? null };
  const end = (store: SignInStore) => {
    store.endSessions(typed === undefined ? null : requireSubject(store, typed));
    return sent;
  };
  const ended = await changeAccounts(call, 'end-sessions', sent, end, openAnyStore);
  const whose = typed === undefined ? 'Every session' : `Every session of ${typed}`;
  session.print(ended, () => `${whose} has ended. Each account can sign in again.`);
}
