import { type Command, Option } from 'commander';
import type {
  CreateApiKeyRequest,
  CreateApiKeyResult,
  ListApiKeysResult,
  RemoveMemberResult,
} from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import type { Columns } from '../output/table.ts';
import { findByName } from '../service/find-by-name.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';
import { moment, wholeNumber } from './option-values.ts';

type Kind = NonNullable<RemoveMemberResult['keys']>[number]['kind'];
type Key = ListApiKeysResult['keys'][number];
type ListedKey = Key & { readonly kind: Kind };

const IS_KIND: Readonly<Record<Kind, true>> = { api: true, upload: true };
const KINDS = Object.keys(IS_KIND) as Kind[];

const COLUMNS: Columns<ListedKey> = {
  id: ({ keyId }) => keyId,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  'ends in': ({ lastFour }) => lastFour,
  scopes: ({ scopes }) => scopes.join(' '),
  'last used': ({ lastUsedAt }) => lastUsedAt,
  expires: ({ expiresAt }) => expiresAt,
  revoked: ({ revokedAt }) => revokedAt,
  'created by': ({ createdBy }) => createdBy,
};

const kindOption = () =>
  new Option('--kind <kind>', 'api for back ends, upload for web pages').choices(KINDS);

async function listKeys(session: Session, requested?: Kind): Promise<ListedKey[]> {
  const { calls, projectId } = await session.inProject();
  const lists = { api: calls.listApiKeys, upload: calls.listUploadKeys };
  const kinds: readonly Kind[] = requested ? [requested] : KINDS;
  const found = kinds.map(async (kind) => {
    const { keys } = await lists[kind]({ projectId });
    return keys.map((key) => ({ kind, ...key }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * A key by its ID or name; revoked keys go by ID only. An unknown key counts as an API key, and the
 * service rejects it.
 */
async function findKey(session: Session, named: string) {
  const listed = await listKeys(session);
  const things = listed.map(({ keyId: id, name, revokedAt }) => ({
    id,
    name: revokedAt === null ? name : null,
  }));
  const keyId = findByName(things, named, 'keys');
  return { keyId, kind: listed.find((key) => key.keyId === keyId)?.kind ?? 'api' };
}

type Made = Pick<CreateApiKeyResult, 'key'> & {
  readonly apiKey?: string;
  readonly uploadKey?: string;
};

/** The key itself alone on the standard output, so that it can be put where it belongs. */
function showOnce(session: Session, result: Made): void {
  session.print(result, () => result.apiKey ?? result.uploadKey ?? '');
  if (session.options().json) return;
  session.tell(`Keep it: ${result.key.keyId} is not shown again.`);
}

interface CreateOptions {
  readonly kind: Kind;
  readonly scopes?: NonNullable<CreateApiKeyRequest['scopes']>;
  readonly expires?: Date;
}

async function create(session: Session, name: string, options: CreateOptions): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const { kind, scopes, expires } = options;
  if (scopes && kind === 'upload') throw new CommandError('usage', 'An upload key has no scopes.');
  const request = { projectId, name, ...(expires && { expiresAt: expires.toISOString() }) };
  const result =
    kind === 'api'
      ? await calls.createApiKey({ ...request, ...(scopes && { scopes }) })
      : await calls.createUploadKey(request);
  showOnce(session, result);
}

async function rotate(session: Session, named: string, options: { overlapHours?: number }) {
  const { calls, projectId } = await session.inProject();
  const { keyId, kind } = await findKey(session, named);
  const call = kind === 'api' ? calls.rotateApiKey : calls.rotateUploadKey;
  const { overlapHours } = options;
  const result = await call({
    projectId,
    keyId,
    ...(overlapHours !== undefined && { overlapHours }),
  });
  showOnce(session, result);
  if (!session.options().json) {
    session.tell(
      `The previous key works until ${result.previousKey.expiresAt ?? 'it is revoked'}.`,
    );
  }
}

async function revoke(session: Session, named: string, isYes?: boolean): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const { keyId, kind } = await findKey(session, named);
  await confirmed(
    session.machine,
    `Revoke ${keyId}? Requests that use it will be rejected immediately.`,
    isYes,
  );
  const call = kind === 'api' ? calls.revokeApiKey : calls.revokeUploadKey;
  const answer = await call({ projectId, keyId });
  session.print(answer, () => `${keyId} is revoked.`);
}

function addMaking(keys: Command, session: Session): void {
  keys
    .command('create')
    .description('create a key and print it; it is not shown again')
    .argument('<name>', 'display name of the key')
    .addOption(kindOption().default('api'))
    .option('--scopes <scope...>', 'scopes of an API key; all scopes unless given')
    .option(
      '--expires <when>',
      'expiry of the key: a duration like 90d, or a time like 2027-01-31T12:00:00Z',
      moment,
    )
    .action((name: string, options: CreateOptions) => create(session, name, options));
  keys
    .command('rotate')
    .description('create a replacement for a key, which keeps working during the overlap')
    .argument('<key>', 'ID or name of the key')
    .option(
      '--overlap-hours <hours>',
      'hours for which both keys work; 24 unless given',
      wholeNumber(0, 168),
    )
    .action((named: string, options: { overlapHours?: number }) => rotate(session, named, options));
}

/** `keys …`. */
export const addKeyCommands: AddCommands = (program, session) => {
  const keys = program
    .command('keys')
    .description('manage the API keys and upload keys of a project');
  keys
    .command('list')
    .description('list the keys, without the keys themselves')
    .addOption(kindOption())
    .action(async ({ kind }: { kind?: Kind }) => {
      const listed = await listKeys(session, kind);
      session.printList(listed, COLUMNS, 'No keys were found.');
    });
  addMaking(keys, session);
  keys
    .command('revoke')
    .description('revoke a key, effective from the next request on')
    .argument('<key>', 'ID or name of the key')
    .option('--yes', 'do not ask for confirmation')
    .action((named: string, { yes }: { yes?: boolean }) => revoke(session, named, yes));
};
