import {
  type DynamoDBDocumentClient,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import type { DayUsage } from '../../../core/metering/usage-days.ts';
import type {
  MovedKind,
  MovedRecords,
  RecordReaders,
} from '../../../core/ports/moving/moved-records.ts';
import { auditEvent } from '../../rows/audit-columns.ts';
import { number, type Row, text } from '../../rows/columns.ts';
import { storedSettings } from '../../rows/project-columns.ts';
import { refusedOrigins } from '../../rows/refused-origin-columns.ts';
import { accountOfItem } from '../accounts/account-rows.ts';
import { partIn } from '../client/counter-shards.ts';
import { dynamoItem } from '../client/read-item.ts';
import { countedIn } from '../client/reservations.ts';
import { withRetry } from '../client/retry.ts';
import { imageOfItem, stepsOfItem, temporaryOfItem } from '../images/image-rows.ts';
import { COUNT_PART, createDynamoProjectImages } from '../images/project-images.ts';
import { keyOfItem } from '../keys/key-rows.ts';
import { secretsOfItem } from '../keys/signing-secret-store.ts';
import { invitationOfItem } from '../members/invitation-store.ts';
import { membershipOf } from '../members/member-rows.ts';
import { deletionOfItem } from '../projects/deletion-rows.ts';
import { isDefaultOf, storedProjectOfItem } from '../projects/project-store.ts';
import { routeOfItem } from '../projects/route-store.ts';
import { sentOfItem } from '../usage/bandwidth.ts';
import { deliveryOfItem } from '../webhooks/delivery-store.ts';
import { webhooksOfItem } from '../webhooks/webhook-store.ts';
import { kindOfItem } from './item-kinds.ts';

/** The names of the tables of a stack. */
export type TableNames = Readonly<Record<TableName, string>>;

const readCounter = dynamoItem('usage', { counter: text });
const readEntity = dynamoItem('projects', { entity: text });
const readLookup = dynamoItem('keys', { lookup: text });
const readOwner = dynamoItem('webhooks', { owner: text });
const readEntry = dynamoItem('images', { id: text, part: text });
const readRefused = dynamoItem('usage', { origins: refusedOrigins, revision: number });
const readEvent = dynamoItem('audit', { trail: text, event: auditEvent });

const afterHash = (key: string) => key.slice(key.indexOf('#') + 1);

function accountOf(item: Row): MovedRecords['account'] {
  const { accountId, plan, identity, createdAt, deletedAt = null } = accountOfItem(item);
  return { accountId, plan, identity, createdAt, deletedAt };
}

function projectOf(item: Row): MovedRecords['project'] {
  const { spentBandwidth: _, ...project } = storedProjectOfItem(item);
  const { suspension = null, raisedUploads = null, deletedAt = null, purgeAt = null } = project;
  const isDefault = isDefaultOf(project);
  const settings = storedSettings(item);
  return { ...project, isDefault, suspension, raisedUploads, deletedAt, purgeAt, settings };
}

function keyOf(item: Row): MovedRecords['key'] {
  const { key, kind } = keyOfItem(item);
  return { ...key, kind, sha256: afterHash(readLookup(item).lookup) };
}

/** The parts of a counter's key after its first word. */
function ownerOf(item: Row): readonly [word: string, owner: string, month: string] {
  const [word = '', owner = '', month = ''] = readCounter(item).counter.split('#');
  return [word, owner, month];
}

type Transformations = MovedRecords['transformations'];

/** Sums the shards of an account's month, without reserved units. */
function addCounter(sums: Map<string, Transformations>, item: Row): void {
  const [, accountId, month] = ownerOf(item);
  const sum = sums.get(`${accountId} ${month}`) ?? { accountId, month, count: 0, projects: {} };
  const shares = Object.keys(item).filter((name) => name.startsWith('prj_'));
  const added = shares.map((id) => [id, (sum.projects[id] ?? 0) + partIn(item, id)] as const);
  const projects = Object.fromEntries(added.filter(([, count]) => count !== 0));
  sums.set(`${accountId} ${month}`, {
    ...sum,
    count: sum.count + countedIn(item),
    projects: { ...sum.projects, ...projects },
  });
}

type Day = MovedRecords['project_day'];
const COUNTS_OF_DAY: Readonly<Record<keyof DayUsage, string>> = {
  images: 'images',
  transformations: 'transformations',
  bandwidthBytes: 'bytes',
};

/** Adds the counts of a month's days, which two items of a project hold. */
function addDays(days: Map<string, Day>, item: Row): void {
  const [, projectId, month] = ownerOf(item);
  for (const [count, word] of Object.entries(COUNTS_OF_DAY)) {
    for (const name of Object.keys(item)) {
      const [, of, at = ''] = /^([a-z]+)(\d\d)$/.exec(name) ?? [];
      if (of !== word || partIn(item, name) === 0) continue;
      const day = `${month}-${at}`;
      const none = { projectId, day, images: 0, transformations: 0, bandwidthBytes: 0 };
      const known = days.get(`${projectId} ${day}`) ?? none;
      days.set(`${projectId} ${day}`, { ...known, [count]: partIn(item, name) });
    }
  }
}

/** Reads a whole table; `only` keeps the items whose attribute begins so. */
type Scan = (
  table: TableName,
  only?: readonly [attribute: string, start: string],
) => AsyncGenerator<Row>;

function createScan(client: DynamoDBDocumentClient, tables: TableNames): Scan {
  return async function* scan(table, only) {
    let from: ScanCommandInput['ExclusiveStartKey'];
    const filter = only && {
      FilterExpression: 'begins_with(#key, :start)',
      ExpressionAttributeNames: { '#key': only[0] },
      ExpressionAttributeValues: { ':start': only[1] },
    };
    do {
      const command = new ScanCommand({
        TableName: tables[table],
        ConsistentRead: true,
        ...filter,
        ...(from ? { ExclusiveStartKey: from } : {}),
      });
      const { Items = [], LastEvaluatedKey } = await withRetry(() => client.send(command));
      yield* Items;
      from = LastEvaluatedKey;
    } while (from);
  };
}

/** The items of one kind; those of other kinds are known, too. */
async function* itemsOf(
  scan: Scan,
  kind: MovedKind,
  ...[table, only]: Parameters<Scan>
): AsyncGenerator<Row> {
  for await (const item of scan(table, only)) if (kindOfItem(table, item) === kind) yield item;
}

/** The deletions of projects that images are a part of, by the image. */
async function readDeletions(scan: Scan): Promise<ReadonlyMap<string, string>> {
  const deletionOf = new Map<string, string>();
  for await (const item of scan('images', ['id', 'deleting#'])) {
    const { id, part } = readEntry(item);
    if (part !== COUNT_PART) deletionOf.set(part, afterHash(id));
  }
  return deletionOf;
}

/** The readers of images; temporary images are read after the images, which they became. */
function createImageReaders(scan: Scan): Pick<RecordReaders, 'image' | 'saved_temporary_image'> {
  const saved = new Set<string>();
  return {
    image: async function* () {
      saved.clear();
      const deletionOf = await readDeletions(scan);
      for await (const item of itemsOf(scan, 'image', 'images')) {
        const image = imageOfItem(item);
        const isSaved = image.state === 'saved';
        if (isSaved) saved.add(image.imageId);
        const deletionId = deletionOf.get(image.imageId) ?? null;
        yield { ...image, steps: isSaved ? {} : stepsOfItem(item), deletionId };
      }
    },
    saved_temporary_image: async function* () {
      for await (const item of itemsOf(scan, 'saved_temporary_image', 'images', ['id', 'tmp_'])) {
        const { state: _, isSaved: __, ...image } = temporaryOfItem(item);
        if (saved.has(image.imageId)) yield image;
      }
    },
  };
}

/** The readers of counts, of which one record is in several items. */
function createCountReaders(scan: Scan): Pick<RecordReaders, 'transformations' | 'project_day'> {
  return {
    transformations: async function* () {
      const sums = new Map<string, Transformations>();
      for await (const item of itemsOf(scan, 'transformations', 'usage')) addCounter(sums, item);
      for (const sum of sums.values()) if (sum.count !== 0) yield sum;
    },
    project_day: async function* () {
      const days = new Map<string, Day>();
      for await (const item of scan('usage', ['counter', 'project'])) addDays(days, item);
      yield* days.values();
    },
  };
}

function bandwidthOf(item: Row): MovedRecords['bandwidth'] | undefined {
  const [, ownerId, month] = ownerOf(item);
  const { used: bytes, images } = sentOfItem(item);
  return bytes === 0 ? undefined : { ownerId, month, bytes, images };
}

/**
 * The records of a stack's tables. Whole tables are read: the caller needs `dynamodb:Scan` and
 * `dynamodb:GetItem`.
 */
export function createDynamoRecordReaders(
  client: DynamoDBDocumentClient,
  tables: TableNames,
): RecordReaders {
  const scan = createScan(client, tables);
  const { countDeletedWith } = createDynamoProjectImages(client, tables);
  /** A reader of records that are an item each. */
  const each = <T>(kind: MovedKind, table: TableName, read: (item: Row) => T | undefined) =>
    async function* (): AsyncGenerator<T> {
      for await (const item of itemsOf(scan, kind, table)) {
        const record = read(item);
        if (record !== undefined) yield record;
      }
    };
  return {
    ...createImageReaders(scan),
    ...createCountReaders(scan),
    account: each('account', 'projects', accountOf),
    project: each('project', 'projects', projectOf),
    member: each('member', 'members', membershipOf),
    invitation: each('invitation', 'members', invitationOfItem),
    key: each('key', 'keys', keyOf),
    signing_secret: async function* () {
      for await (const item of itemsOf(scan, 'signing_secret', 'projects')) {
        const projectId = afterHash(readEntity(item).entity);
        for (const secret of secretsOfItem(item)) yield { ...secret, projectId };
      }
    },
    route: each('route', 'images', (item) => {
      return { ...routeOfItem(item), projectId: afterHash(readEntry(item).id) };
    }),
    project_webhooks: each('project_webhooks', 'webhooks', (item) => {
      return { ...webhooksOfItem(item), projectId: readOwner(item).owner };
    }),
    project_deletion: async function* () {
      for await (const item of itemsOf(scan, 'project_deletion', 'projects')) {
        const deletion = deletionOfItem(item);
        if (!deletion) continue;
        yield { ...deletion, images: await countDeletedWith(deletion.deletionId) };
      }
    },
    webhook_delivery: each('webhook_delivery', 'webhooks', deliveryOfItem),
    bandwidth: each('bandwidth', 'usage', bandwidthOf),
    refused_origins: each('refused_origins', 'usage', (item) => {
      return { ...readRefused(item), projectId: ownerOf(item)[1] };
    }),
    audit_event: each('audit_event', 'audit', readEvent),
  };
}
