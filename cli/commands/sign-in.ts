import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { type SignIn, withoutSignIn, withSignIn } from '../config/sign-ins.ts';
import { facts } from '../output/table.ts';
import { isLoopback } from '../service/service-address.ts';
import type { Session } from '../session.ts';
import { openBrowser } from '../sign-in/open-browser.ts';
import type { AddCommands } from './add-commands.ts';

interface LoginOptions {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly browser: boolean;
  readonly again?: boolean;
}

const ASK_FOR_ISSUER =
  'On the first sign-in, give --issuer and --client-id: the outputs TokenIssuer and SignInClientId of the stack.';

/** The local service is its own issuer; others need --issuer on the first sign-in. */
function issuerOf(baseUrl: string, named: string | undefined, known: SignIn | undefined): string {
  if (named) return named;
  if (known) return known.issuer;
  if (isLoopback(new URL(baseUrl))) return `${baseUrl}/oidc`;
  throw new CommandError('usage', `The token issuer of ${baseUrl} is unknown.`, ASK_FOR_ISSUER);
}

async function logIn(session: Session, options: LoginOptions): Promise<void> {
  const { machine, signIns, tell } = session;
  const { env, signInClient } = machine;
  const { baseUrl } = await session.service();
  const known = (await signIns.read()).services[baseUrl];
  const address = issuerOf(baseUrl, options.issuer ?? env.IMAGEWELL_ISSUER, known);
  const clientId = options.clientId ?? env.IMAGEWELL_CLIENT_ID ?? known?.clientId;
  const visit = (page: string) => {
    tell(`Sign in with your browser:\n\n  ${page}\n`);
    if (options.browser) openBrowser(machine, page);
  };
  const { findIssuer } = await import('../sign-in/issuer.ts');
  const { signInByBrowser } = await import('../sign-in/sign-in-by-browser.ts');
  const signIn = await signInByBrowser({
    issuer: await findIssuer(address, clientId ?? signInClient.clientId),
    signInClient,
    visit,
    email: session.options().email,
    isAgain: options.again === true,
  });
  // if the user is the same, their chosen project stays chosen
  const { projectId } = known?.email === signIn.email ? (known ?? {}) : {};
  const kept = { ...signIn, ...(projectId && { projectId }) };
  await signIns.change(async (now) => [withSignIn(now, baseUrl, kept), undefined]);
  const { email, issuer } = signIn;
  session.print({ baseUrl, issuer, email }, () => `Signed in to ${baseUrl} as ${email ?? 'you'}.`);
}

async function logOut(session: Session): Promise<void> {
  const { baseUrl } = await session.service();
  const ended = await session.signIns.change(async (now) => {
    return [withoutSignIn(now, baseUrl), now.services[baseUrl]] as const;
  });
  const { endSignIn } = await import('../sign-in/end-sign-in.ts');
  const isRevoked = ended !== undefined && (await endSignIn(ended));
  const words = ended ? `Signed out of ${baseUrl}.` : `You were not signed in to ${baseUrl}.`;
  session.print({ baseUrl, wasSignedIn: ended !== undefined, isRevoked }, () => words);
}

/** Sends a request to the service: a user with stored tokens may be unknown there by now. */
async function whoAmI(session: Session): Promise<void> {
  const { baseUrl } = await session.service();
  const known = (await session.signIns.read()).services[baseUrl];
  const account = await (await session.userCalls()).getAccount();
  const { email = known?.email ?? null } = session.options();
  const { plan, projects, ...rest } = account;
  const words = `${projects.memberOf}, ${projects.owned} of them yours`;
  const human = () => facts({ baseUrl, email, ...rest, plan: plan.name, projects: words });
  session.print({ baseUrl, email, ...account }, human);
}

function addLogin(program: Command, session: Session): void {
  program
    .command('login')
    .description('sign in with your browser')
    .option('--issuer <url>', 'URL of the token issuer, unless it is the service itself')
    .option('--client-id <id>', 'client ID of this command line at the issuer')
    .option('--no-browser', 'print the sign-in URL and do not open a browser')
    .option('--again', 'ask for credentials even if the browser is signed in')
    .action((options: LoginOptions) => logIn(session, options));
}

/** `login`, `logout`, `whoami`. */
export const addSignInCommands: AddCommands = (program, session) => {
  program.commandsGroup('Sign-in:');
  addLogin(program, session);
  program
    .command('logout')
    .description('sign out, here and at the issuer')
    .action(() => logOut(session));
  program
    .command('whoami')
    .description('show the signed-in user and check the sign-in')
    .action(() => whoAmI(session));
};
