import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import { dayCountEnd, monthOfDay } from '../../../core/metering/usage-days.ts';
import type {
  MovedKind,
  MovedRecord,
  MovedRecords,
  RecordWriter,
} from '../../../core/ports/moving/moved-records.ts';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import { PROJECT_PURGE_STEPS } from '../../../core/projects/project-deletion.ts';
import { refusedOriginsEnd } from '../../../core/projects/refused-origins.ts';
import { identityEntity } from '../accounts/account-rows.ts';
import { auditItem } from '../accounts/audit-store.ts';
import { putAll } from '../client/put-all.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt, imagesCounter, monthCountEnd, transformationsCounter } from '../client/usage.ts';
import { binItems } from '../images/bin-entries.ts';
import {
  dueKey,
  imageItem,
  receiptEnd as imageReceiptEnd,
  stepAttribute,
  temporaryItem,
} from '../images/image-rows.ts';
import { listEntries } from '../images/list-entries.ts';
import { countEnd, countKey, listOf } from '../images/project-images.ts';
import { byRing, keyItem, type RingEntry } from '../keys/key-rows.ts';
import { SLOTS, secretsKey } from '../keys/signing-secret-store.ts';
import { invitationItems, memberItems } from '../members/invitation-store.ts';
import { receiptEnd } from '../projects/deletion-progress.ts';
import {
  countAttribute,
  DUE,
  deletionKey,
  stepAttribute as projectStepAttribute,
} from '../projects/deletion-rows.ts';
import { refusedOriginsKey } from '../projects/refused-origin-store.ts';
import { routeItem } from '../projects/route-store.ts';
import { accountCounter, ofDay, projectCounter } from '../usage/bandwidth.ts';
import { daysCounter } from '../usage/usage-days.ts';
import { deliveryItem } from '../webhooks/delivery-store.ts';
import { webhooksKey } from '../webhooks/webhook-store.ts';
import type { TableNames } from './record-readers.ts';

/** Items that wait for a batch. */
const MAX_WAITING = 200;

type Item = Readonly<Record<string, unknown>>;
type Puts = readonly (readonly [TableName, Item])[];

/** Sums and lists of the records, which other items hold. */
interface Derived {
  /** The account of each project. */
  readonly accountOf: Map<string, string>;
  readonly rings: Map<string, { projectId: string; kind: KeyKind; entries: RingEntry[] }>;
  readonly secrets: Map<string, MovedRecords['signing_secret'][]>;
  /** By account, the images of each of its projects. */
  readonly images: Map<string, Record<string, number>>;
}

/** A change of a counter's item, which it makes where there is none. */
interface CounterChange {
  readonly counter: string;
  readonly set: Item;
  /** Attributes that an existing item keeps. */
  readonly unlessSet?: Item;
}

/** The items of kinds that are written on their own. */
interface Out {
  readonly put: (...puts: Puts) => Promise<void>;
  readonly change: (change: CounterChange) => Promise<void>;
  readonly derived: Derived;
  readonly now: number;
}

function imageItems({ steps, deletionId, ...image }: MovedRecords['image']): Puts {
  const { imageId, state, deletedAt, takenDown } = image;
  const done = PURGE_STEPS.flatMap((step) => {
    const at = steps[step];
    return at === undefined ? [] : [[stepAttribute(step), at] as const];
  });
  const isDue = state === 'deleting' && deletionId === null;
  const item = {
    ...imageItem(image),
    ...Object.fromEntries(done),
    ...(deletedAt === null ? {} : { deletedAt }),
    ...(takenDown ? { takenDown } : {}),
    ...(isDue ? { purge: dueKey(imageId), purgeAt: deletedAt } : {}),
    ...(state === 'deleted' ? { endsAt: imageReceiptEnd(steps.swept ?? deletedAt ?? 0) } : {}),
  };
  const entries = state === 'saved' ? listEntries(image) : [];
  const list = deletionId === null ? [] : [{ id: listOf(deletionId), part: imageId }];
  const binned = state === 'binned' ? binItems(image) : [];
  return [item, ...entries, ...binned, ...list].map((one) => ['images', { ...one }]);
}

/** Ended and swept: its bytes stayed behind, and only its image's save is repeated with it. */
function temporaryItems(image: MovedRecords['saved_temporary_image']): Puts {
  const whole = { ...image, state: 'expired', isSaved: true } as const;
  const { endsAt: _, sweep: __, ...item } = temporaryItem(whole);
  return [['images', image.takenDown ? { ...item, takenDown: image.takenDown } : item]];
}

function deletionItems(deletion: MovedRecords['project_deletion']): Puts {
  const { steps, counts, images, purgedAt, state, ...asked } = deletion;
  const noted = PROJECT_PURGE_STEPS.flatMap((step) => [
    [projectStepAttribute(step), steps[step]] as const,
    [countAttribute(step), counts[step]] as const,
  ]).filter(([, value]) => value !== undefined);
  const item = {
    ...deletionKey(deletion),
    ...asked,
    state,
    ...Object.fromEntries(noted),
    ...(purgedAt === null ? { purge: DUE } : { purgedAt, endsAt: receiptEnd(purgedAt) }),
  };
  const count = {
    ...countKey(deletion.deletionId),
    images,
    endsAt: countEnd(deletion.requestedAt),
  };
  return [['projects', item], ...(images === 0 ? [] : [['images', count] as const])];
}

/** The days of a month are in one item, which ends with the last of them. */
function lastDayOf(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
}

const NOTHING_SENT = { used: 0, images: [], revision: 1 };

/** The writes of each kind of record. */
const WRITES: {
  readonly [K in MovedKind]: (out: Out, value: MovedRecords[K]) => Promise<void> | undefined;
} = {
  account: ({ put }, { accountId, plan, identity, createdAt, deletedAt }) => {
    const own = { entity: accountId, plan, ...identity, createdAt };
    return put(
      ['projects', deletedAt === null ? own : { ...own, deletedAt }],
      ...(identity ? [['projects', { entity: identityEntity(identity), accountId }] as const] : []),
    );
  },
  project: ({ put }, { settings, suspension, raisedUploads, deletedAt, purgeAt, ...project }) => {
    const ends = deletedAt === null ? {} : { deletedAt, purgeAt };
    const held = {
      ...(suspension ? { suspension } : {}),
      ...(raisedUploads ? { raisedUploads } : {}),
    };
    const item = { entity: project.projectId, ...settings, ...project, ...held, ...ends };
    return put(['projects', item]);
  },
  member: ({ put }, member) =>
    put(...memberItems(member).map((item) => ['members', item] as const)),
  invitation: ({ put }, { sha256, ...invitation }) =>
    put(...invitationItems(sha256, invitation).map((item) => ['members', item] as const)),
  key: ({ put }, { sha256, kind, ...record }) => put(['keys', keyItem(kind, { sha256, record })]),
  signing_secret: () => undefined,
  route: ({ put }, { projectId, ...route }) => put(['images', routeItem(projectId, route)]),
  project_webhooks: ({ put }, { projectId, version, webhooks }) =>
    put(['webhooks', { ...webhooksKey(projectId), version, webhooks: JSON.stringify(webhooks) }]),
  project_deletion: ({ put }, deletion) => put(...deletionItems(deletion)),
  image: ({ put }, image) => put(...imageItems(image)),
  saved_temporary_image: ({ put }, image) => put(...temporaryItems(image)),
  webhook_delivery: ({ put }, delivery) => put(['webhooks', deliveryItem(delivery)]),
  transformations: ({ put, now }, { accountId, month, count, projects }) => {
    const { counter } = transformationsCounter({ accountId, projectId: '' }, month);
    return put(['usage', { counter, used: count, ...projects, endsAt: monthCountEnd(now) }]);
  },
  bandwidth: async ({ change, derived, now }, { ownerId, month, bytes, images }) => {
    const end = { endsAt: monthCountEnd(now) };
    const set = { used: bytes, images, revision: 1, ...end };
    const accountId = derived.accountOf.get(ownerId);
    const isProject = ownerId.startsWith('prj_');
    const counter = isProject ? projectCounter(ownerId, month) : accountCounter(ownerId, month);
    await change({ counter, set });
    if (!isProject || accountId === undefined) return;
    // its share in the count of its account
    const share = { [ownerId]: bytes };
    const unlessSet = { ...NOTHING_SENT, ...end };
    await change({ counter: accountCounter(accountId, month), set: share, unlessSet });
  },
  project_day: async ({ change }, { projectId, day, images, transformations, bandwidthBytes }) => {
    const month = monthOfDay(day);
    if (images + transformations > 0) {
      const set = {
        ...(images === 0 ? {} : { [ofDay('images', day)]: images }),
        ...(transformations === 0 ? {} : { [ofDay('transformations', day)]: transformations }),
        endsAt: endsAt(dayCountEnd(lastDayOf(month))),
      };
      await change({ counter: daysCounter(projectId, month), set });
    }
    if (bandwidthBytes === 0) return;
    const set = { [ofDay('bytes', day)]: bandwidthBytes };
    const unlessSet = { ...NOTHING_SENT, endsAt: endsAt(dayCountEnd(lastDayOf(month))) };
    await change({ counter: projectCounter(projectId, month), set, unlessSet });
  },
  refused_origins: ({ put }, { projectId, origins, revision }) =>
    put([
      'usage',
      {
        ...refusedOriginsKey(projectId),
        origins: origins.map((one) => ({ ...one })),
        revision,
        endsAt: endsAt(refusedOriginsEnd({ origins, revision })),
      },
    ]),
  audit_event: ({ put }, { trail, event }) => put(['audit', auditItem(trail, event)]),
};

function writeRecord<K extends MovedKind>(
  out: Out,
  { kind, value }: MovedRecord<K>,
): Promise<void> | undefined {
  return WRITES[kind](out, value);
}

/** Adds a record to the sums and lists that other items hold. */
function derive({ accountOf, rings, secrets, images }: Derived, record: MovedRecord): void {
  if (record.kind === 'project') accountOf.set(record.value.projectId, record.value.accountId);
  if (record.kind === 'key') {
    const { projectId, kind, keyId, sha256, expiresAt, revokedAt } = record.value;
    const name = `${projectId} ${kind}`;
    const ring = rings.get(name) ?? { projectId, kind, entries: [] };
    ring.entries.push({ keyId, sha256, expiresAt, revokedAt });
    rings.set(name, ring);
  }
  if (record.kind === 'signing_secret') {
    const { projectId } = record.value;
    secrets.set(projectId, [...(secrets.get(projectId) ?? []), record.value]);
  }
  if (record.kind === 'image' && record.value.state === 'saved') {
    const { accountId, projectId } = record.value;
    const counts = images.get(accountId) ?? {};
    counts[projectId] = (counts[projectId] ?? 0) + 1;
    images.set(accountId, counts);
  }
}

function derivedItems({ rings, secrets, images }: Derived): Puts {
  return [
    ...[...rings.values()].map(
      ({ entries, ...ring }) => ['keys', { ...byRing(ring), version: 1, entries }] as const,
    ),
    ...[...secrets].map(([projectId, all]) => {
      const slots = all.map(({ projectId: _, ...secret }, at) => [SLOTS[at] ?? '', secret]);
      return ['projects', { ...secretsKey(projectId), ...Object.fromEntries(slots) }] as const;
    }),
    ...[...images].map(([accountId, counts]) => {
      const used = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const { counter } = imagesCounter({ accountId, projectId: '' });
      return ['usage', { counter, used, ...counts }] as const;
    }),
  ];
}

/** Sets attributes of an item, those of `unlessSet` only where it has none. */
function updateOf(TableName: string, Key: Item, set: Item, unlessSet: Item = {}): UpdateCommand {
  const all = [
    ...Object.entries(set).map(([name, value]) => ({ name, value, isKept: false })),
    ...Object.entries(unlessSet).map(([name, value]) => ({ name, value, isKept: true })),
  ];
  const parts = all.map(({ isKept }, at) =>
    isKept ? `#n${at} = if_not_exists(#n${at}, :v${at})` : `#n${at} = :v${at}`,
  );
  return new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: `SET ${parts.join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(all.map(({ name }, at) => [`#n${at}`, name])),
    ExpressionAttributeValues: Object.fromEntries(all.map(({ value }, at) => [`:v${at}`, value])),
  });
}

/**
 * Stores moved records in the tables of a stack that no client writes. Every item that a stream
 * carries gets the time of the move as `movedAt`, by which no event is made of it.
 */
export function createDynamoRecordWriter(
  client: DynamoDBDocumentClient,
  tables: TableNames,
  movedAt: number,
): RecordWriter {
  const waiting = new Map<TableName, Item[]>();
  const flush = async () => {
    for (const [table, items] of waiting) await putAll(client, tables[table], items);
    waiting.clear();
  };
  const isStreamed = (table: TableName) => table === 'images' || table === 'usage';
  const put: Out['put'] = async (...puts) => {
    for (const [table, item] of puts) {
      const items = waiting.get(table) ?? [];
      waiting.set(table, items);
      items.push(isStreamed(table) ? { ...item, movedAt } : item);
    }
    const count = [...waiting.values()].reduce((sum, items) => sum + items.length, 0);
    if (count >= MAX_WAITING) await flush();
  };
  const change: Out['change'] = async ({ counter, set, unlessSet }) => {
    const command = updateOf(tables.usage, { counter }, { ...set, movedAt }, unlessSet);
    await withRetry(() => client.send(command));
  };
  const derived: Derived = {
    accountOf: new Map(),
    rings: new Map(),
    secrets: new Map(),
    images: new Map(),
  };
  const out: Out = { put, change, derived, now: movedAt };
  return {
    add: async (record, isThere) => {
      derive(derived, record);
      if (!isThere) await writeRecord(out, record);
    },
    finish: async () => {
      await put(...derivedItems(derived));
      await flush();
      const counts = new Map<string, number>();
      for (const accountId of derived.accountOf.values()) {
        counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
      }
      for (const [entity, projectCount] of counts) {
        const command = updateOf(tables.projects, { entity }, { projectCount });
        await withRetry(() => client.send(command));
      }
    },
  };
}
