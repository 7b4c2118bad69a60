import { createImagewell, type Imagewell } from '../client/src/create-imagewell.ts';
import {
  createImagewellForUsers,
  type ImagewellForUsers,
} from '../client/src/create-imagewell-for-users.ts';
import type { UploadCredential } from '../client/src/upload-options.ts';
import { CommandError } from './command-error.ts';
import { type SignInFile, signInFile } from './config/sign-ins.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Machine } from './machine.ts';
import { picker } from './output/ask.ts';
import { type Columns, table } from './output/table.ts';
import { findProject } from './service/find-project.ts';
import { findService, type GlobalOptions, type Service } from './service/find-service.ts';

/** The calls that an API key opens and an access token with a `projectId` too. */
export type EitherCalls = Pick<Imagewell, keyof Imagewell & keyof ImagewellForUsers>;

/** The services of a command: the selected service, project and user. Each is read on first use. */
export interface Session {
  readonly machine: Machine;
  readonly options: () => GlobalOptions;
  readonly signIns: SignInFile;
  service(): Promise<Service>;
  accessToken(): Promise<string>;
  userCalls(): Promise<ImagewellForUsers>;
  /** The selected project, named as an argument, by an option or not at all. */
  projectId(named?: string): Promise<string>;
  /** The calls of a user, and their project. */
  inProject(
    named?: string,
  ): Promise<{ readonly calls: ImagewellForUsers; readonly projectId: string }>;
  /**
   * The API key's calls, or those of who is signed in with the project that they are about; and the
   * credential for uploads beside them.
   */
  either(): Promise<{
    readonly calls: EitherCalls;
    readonly about: { readonly projectId?: string };
    readonly credential: UploadCredential;
  }>;
  /** A response unchanged if --json is requested, else in its form for users. */
  print(answer: object, human: () => string): void;
  /** A list: a JSON object a line if --json is requested, else a table cut to the terminal. */
  printList<Row extends object>(rows: readonly Row[], columns: Columns<Row>, none: string): void;
  /** Words to the user beside the response. */
  tell(words: string): void;
  /** The same on a terminal alone: a log or a mail of a timer has no use for it. */
  progress(words: string): void;
  /** Says with which code a command ends that threw nothing. */
  endWith(exitCode: number): void;
  exitCode(): number;
}

/** The access token of the options and of the environment; undefined if they name none. */
export async function givenToken(
  { env, issueLocalToken }: Machine,
  { token = env.IMAGEWELL_TOKEN, email = env.IMAGEWELL_EMAIL, data }: GlobalOptions,
): Promise<string | undefined> {
  if (token) return token;
  return email && data ? issueLocalToken(data, email) : undefined;
}

/** A promise that is made once, when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function createPrint({ stdout, stderr }: Machine, options: () => GlobalOptions) {
  const write = (text: string) => void stdout.write(text === '' ? '' : `${text}\n`);
  const print: Session['print'] = (answer, human) =>
    write(options().json ? JSON.stringify(answer, null, 2) : human());
  const printList: Session['printList'] = (rows, columns, none) => {
    const width = stdout.isTTY ? stdout.columns || undefined : undefined;
    const lines = () => rows.map((row) => JSON.stringify(row)).join('\n');
    write(options().json ? lines() : table(rows, columns, none, width));
  };
  const progress: Session['progress'] = (words) => {
    if (stderr.isTTY) stderr.write(`${words}\n`);
  };
  return { print, printList, progress };
}

/** See Session.either: the user is chosen by options, and else only without an API key. */
async function openEither(
  session: Pick<Session, 'options' | 'service' | 'accessToken' | 'userCalls' | 'projectId'>,
): ReturnType<Session['either']> {
  const { token, email, project } = session.options();
  const { baseUrl, apiKey } = await session.service();
  const isPerson = token !== undefined || email !== undefined || project !== undefined;
  if (apiKey && !isPerson) {
    return { calls: createImagewell({ baseUrl, apiKey }), about: {}, credential: { apiKey } };
  }
  const calls = await session.userCalls();
  const projectId = await session.projectId();
  return {
    calls,
    about: { projectId },
    credential: { accessToken: session.accessToken, projectId },
  };
}

/** A session over a machine and its options. */
export function createSession(machine: Machine, options: () => GlobalOptions): Session {
  const signIns = signInFile(machine);
  const { env, stderr } = machine;
  let exitCode: number = EXIT_CODES.done.code;
  const service = once(() => findService(machine, signIns, options()));

  async function accessToken(): Promise<string> {
    const given = await givenToken(machine, options());
    if (given !== undefined) return given;
    const { baseUrl } = await service();
    const { livingToken } = await import('./sign-in/living-token.ts');
    return livingToken(signIns, { baseUrl, hasData: options().data !== undefined });
  }
  async function userCalls(): Promise<ImagewellForUsers> {
    const { baseUrl } = await service();
    return createImagewellForUsers({ baseUrl, accessToken: once(accessToken) });
  }
  async function projectId(named?: string): Promise<string> {
    const { baseUrl } = await service();
    const saved = (await signIns.read()).services[baseUrl]?.projectId;
    const requested = named ?? options().project ?? env.IMAGEWELL_PROJECT ?? saved;
    const list = async () => (await (await userCalls()).listProjects()).projects;
    return findProject(requested, list, picker(machine, 'No project is selected.'));
  }

  return {
    machine,
    options,
    signIns,
    service,
    accessToken,
    userCalls,
    projectId,
    inProject: async (named) => ({ calls: await userCalls(), projectId: await projectId(named) }),
    either: () => openEither({ options, service, accessToken, userCalls, projectId }),
    ...createPrint(machine, options),
    tell: (words) => void stderr.write(`${words}\n`),
    endWith: (code) => {
      exitCode = code;
    },
    exitCode: () => exitCode,
  };
}

/** The key that a command can't do without. */
export function required(key: string | undefined, name: string, what: string): string {
  if (key) return key;
  const hint = `Set ${name}, or give the data folder of a local service with --data.`;
  throw new CommandError('credentials', `${what} is required.`, hint);
}
