import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import type { MovedKind } from '../../../core/ports/moving/moved-records.ts';
import { type Row, text } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { POINTER_START } from '../keys/key-rows.ts';
import { WEBHOOKS } from '../webhooks/webhook-store.ts';

/**
 * The kinds of items that are no moved records: `derived` ones are written with others, and `left`
 * ones stay behind.
 */
type ItemKind = MovedKind | 'derived' | 'left';

/** The first words of keys, each to `#`, or the start of an ID. */
type Words = Readonly<Record<string, ItemKind>>;

const PROJECTS: Words = {
  prj_: 'project',
  acc_: 'account',
  'identity#': 'derived',
  'signing#': 'signing_secret',
  'deletion#': 'project_deletion',
  'emptying#': 'project_deletion',
  'move#': 'left',
};
const KEYS: Words = { 'sha256#': 'key', 'project#': 'derived', [POINTER_START]: 'left' };
const IMAGES: Words = {
  img_: 'image',
  tmp_: 'saved_temporary_image',
  'list#': 'derived',
  'terms#': 'derived',
  'deleting#': 'derived',
  'answers#': 'left',
  'routes#': 'route',
  'renditions#': 'left',
  'thumbnails#': 'left',
};
const USAGE: Words = {
  'images#': 'derived',
  'imagesShard#': 'derived',
  'transformations#': 'transformations',
  'transformationsShard#': 'transformations',
  'bandwidth#': 'bandwidth',
  'projectBandwidth#': 'bandwidth',
  'projectDays#': 'project_day',
  'refusedOrigins#': 'refused_origins',
  'imageDays#': 'left',
  'logPart#': 'left',
  'unsaved#': 'left',
  'rate#': 'left',
};

/** An item whose kind this version of imagewell doesn't know. */
export class UnknownItemError extends Error {
  override name = 'UnknownItemError';
}

function kindIn(words: Words, key: string): ItemKind | undefined {
  return Object.entries(words).find(([start]) => key.startsWith(start))?.[1];
}

const readEntity = dynamoItem('projects', { entity: text });
const readLookup = dynamoItem('keys', { lookup: text });
const readMember = dynamoItem('members', { projectId: text, accountId: text });
const readImage = dynamoItem('images', { id: text, part: text });
const readDelivery = dynamoItem('webhooks', { owner: text, part: text });
const readTrail = dynamoItem('audit', { trail: text });
const readCounter = dynamoItem('usage', { counter: text });

function imageKind(item: Row): ItemKind | undefined {
  const { id, part } = readImage(item);
  const kind = kindIn(IMAGES, id);
  if (kind !== 'image' && kind !== 'saved_temporary_image') return kind;
  // renditions of earlier versions, and direct uploads that are no images yet
  if (part !== 'record') return 'left';
  return kind === 'saved_temporary_image' && item.isSaved !== true ? 'left' : kind;
}

/** By table; undefined for an item that no version so far has written. */
const KIND_OF: Readonly<Record<TableName, (item: Row) => ItemKind | undefined>> = {
  projects: (item) => kindIn(PROJECTS, readEntity(item).entity),
  keys: (item) => kindIn(KEYS, readLookup(item).lookup),
  members: (item) => {
    const { projectId, accountId } = readMember(item);
    if (projectId.startsWith('invitation#')) return 'derived';
    return kindIn({ acc_: 'member', 'invitation#': 'invitation' }, accountId);
  },
  images: imageKind,
  webhooks: (item) =>
    readDelivery(item).part === WEBHOOKS ? 'project_webhooks' : 'webhook_delivery',
  audit: (item) => (readTrail(item) ? 'audit_event' : undefined),
  usage: (item) => kindIn(USAGE, readCounter(item).counter),
};

/** The kind of an item; throws an UnknownItemError, because a move would lose the item. */
export function kindOfItem(table: TableName, item: Row): ItemKind {
  const kind = KIND_OF[table](item);
  if (kind) return kind;
  throw new UnknownItemError(
    `The table of ${table} has an item that this version does not know; use the version of the stack.`,
  );
}
