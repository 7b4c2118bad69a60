import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DoorAccount } from '../../adapters/sqlite/sign-in/door-accounts.ts';
import type { Handled } from '../http/http-server.ts';
import { createDevelopmentPage } from '../identity-provider/development-page.ts';
import {
  createSignIn,
  type OwnerSignIn,
  type SignIn,
} from '../identity-provider/identity-provider.ts';
import { signInTakesOver } from '../identity-provider/takes-over.ts';
import { createDoor } from './door.ts';
import type { DoorParts } from './door-parts.ts';
import type { LocalPeople } from './local-people.ts';
import { relyingPartyOf } from './passkeys.ts';
import { createPasswordHashes } from './password-hash.ts';
import { makeSetupLink } from './setup-link.ts';
import { createDoorSignIn } from './sign-in.ts';

/** The door of a public machine, for its service. */
export interface OpenDoor {
  /** Whether any account can sign in. */
  hasWayIn(): boolean;
  /** A new link for an owner of the service. */
  makeSetupLink(): string;
}

/** The sign-in of a service on one machine. */
export interface OpenSignIn {
  takeOver(request: IncomingMessage, response: ServerResponse): Promise<Handled> | undefined;
  /** Undefined: users don't come in by accounts of this service. */
  readonly door: OpenDoor | undefined;
  /** How the owner of this machine signs in; undefined: not without a sign-in before. */
  readonly owner: OwnerSignIn | undefined;
  close(): void;
}

export interface OpenSignInOptions {
  readonly dataDir: string;
  readonly baseUrl: string;
  /** Whether the development issuer signs any user in. */
  readonly hasSignIn: boolean;
  /** Whether accounts of this service sign in at its public address. */
  readonly hasDoor: boolean;
  /** Undefined: the service has no project of its own. */
  readonly people: LocalPeople | undefined;
  openConsole(): Promise<string | undefined>;
  readonly onFault: (message: string) => void;
}

const NO_FIRST_PROJECT = { name: '', hasOwner: true };

/** Completes a set-up; a failure is repeated at the next sign-in or start. */
function createSettle(
  { people, onFault }: OpenSignInOptions,
  signIn: () => SignIn,
): DoorParts['settle'] {
  return async (account: DoorAccount) => {
    if (account.pendingProject === null) return;
    try {
      await people?.claimFirstProject(account);
      signIn().store().accounts.settlePending(account.subject);
    } catch (error) {
      onFault(`set-up: ${(error as Error).stack}`);
    }
  };
}

const invitedProjectOf = (people: LocalPeople | undefined) => async (invitationId: string) =>
  people?.readInvitedProject(invitationId);

function openDoor(options: OpenSignInOptions): OpenSignIn {
  const { dataDir, baseUrl, people, openConsole, onFault } = options;
  const parts: DoorParts = {
    baseUrl,
    party: relyingPartyOf(baseUrl),
    hashes: createPasswordHashes(),
    clock: Date.now,
    readFirstProject: async () => people?.readFirstProject() ?? NO_FIRST_PROJECT,
    readInvitedProject: invitedProjectOf(people),
    settle: createSettle(options, () => signIn),
  };
  const signIn = createSignIn({
    dataDir,
    baseUrl,
    mode: 'door',
    servePage: createDoorSignIn(parts),
    openConsole,
    onFault,
  });
  const store = signIn.store();
  for (const account of store.accounts.listPending()) void parts.settle(account);
  return {
    takeOver: createDoor({ parts, signIn, onFault }),
    owner: undefined,
    door: {
      hasWayIn: store.accounts.hasWayIn,
      makeSetupLink: () => makeSetupLink(store, baseUrl, null, Date.now()),
    },
    close: signIn.close,
  };
}

/** Opens the sign-in of a service: by accounts of its own, or for development. */
export function openSignIn(options: OpenSignInOptions): OpenSignIn {
  if (options.hasDoor) return openDoor(options);
  const { dataDir, baseUrl, people, hasSignIn, openConsole, onFault } = options;
  const describeUser = async (subject: string) => ({ role: await people?.readRole(subject) });
  const signIn = createSignIn({
    dataDir,
    baseUrl,
    mode: 'development',
    servePage: createDevelopmentPage(baseUrl, describeUser, invitedProjectOf(people)),
    openConsole,
    onFault,
  });
  const takeOver = signInTakesOver(signIn, { hasSignIn, onFault });
  const owner = hasSignIn ? signIn : undefined;
  return { takeOver, door: undefined, owner, close: signIn.close };
}
