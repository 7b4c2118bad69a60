import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import type {
  MovedKind,
  MovedRecord,
  MovedRecords,
  RecordWriter,
} from '../../../core/ports/moving/moved-records.ts';
import { refusedOriginsEnd } from '../../../core/projects/refused-origins.ts';
import { deliveryEnd } from '../../../core/webhooks/delivery.ts';
import { repairCounts, repairLists } from '../backup/check-records.ts';
import { inTransaction } from '../database/open-database.ts';
import { factsText } from '../images/image-rows.ts';

/** Records of one transaction. */
const GROUP = 500;

type Values = Readonly<Record<string, SQLInputValue>>;
/** The rows of a record, by their table. */
type Rows = readonly (readonly [table: string, values: Values])[];
/** The columns by which a row of a table is found again. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account_id'],
  projects: ['project_id'],
  members: ['project_id', 'account_id'],
  invitations: ['sha256'],
  keys: ['sha256'],
  signing_secrets: ['secret_id'],
  routes: ['project_id', 'path'],
  webhooks: ['project_id'],
  project_deletions: ['project_id', 'kind'],
  images: ['image_id'],
  purge_steps: ['image_id', 'step'],
  images_deleting_together: ['image_id'],
  temporary_images: ['temporary_image_id'],
  webhook_deliveries: ['webhook_id', 'delivery_id'],
  month_counts: ['account_id', 'month'],
  project_month_counts: ['account_id', 'project_id', 'month'],
  bandwidth: ['owner_id', 'month'],
  project_days: ['project_id', 'day'],
  refused_origins: ['project_id'],
  audit_events: ['trail', 'at', 'event_id'],
};

/** The tables whose rows are moved records; the others stay behind, or are derived. */
export const MOVED_TABLES: readonly string[] = Object.keys(KEYS);

const textOrNull = (value: unknown) =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** The rows of each kind of record. */
const ROWS: { readonly [K in MovedKind]: (value: MovedRecords[K]) => Rows } = {
  account: ({ accountId, plan, identity, createdAt, deletedAt }) => [
    [
      'accounts',
      {
        account_id: accountId,
        plan,
        issuer: identity?.issuer ?? null,
        subject: identity?.subject ?? null,
        created_at: createdAt,
        deleted_at: deletedAt,
      },
    ],
  ],
  project: (project) => [
    [
      'projects',
      {
        project_id: project.projectId,
        account_id: project.accountId,
        name: project.name,
        allowed_origins: JSON.stringify(project.allowedOrigins),
        created_at: project.createdAt,
        settings: JSON.stringify(project.settings),
        is_default: project.isDefault ? 1 : 0,
        suspension: textOrNull(project.suspension),
        raised_uploads: textOrNull(project.raisedUploads),
        deleted_at: project.deletedAt,
        purge_at: project.purgeAt,
      },
    ],
  ],
  member: ({ projectId, accountId, role, createdAt, email = null, invitationSha256 = null }) => [
    [
      'members',
      {
        project_id: projectId,
        account_id: accountId,
        role,
        created_at: createdAt,
        email,
        invitation_sha256: invitationSha256,
      },
    ],
  ],
  invitation: (invitation) => [
    [
      'invitations',
      {
        sha256: invitation.sha256,
        invitation_id: invitation.invitationId,
        project_id: invitation.projectId,
        email: invitation.email,
        role: invitation.role,
        invited_by: invitation.invitedBy,
        invited_at: invitation.invitedAt,
        expires_at: invitation.expiresAt,
        inviter_name: invitation.inviterName ?? null,
      },
    ],
  ],
  key: (key) => [
    [
      'keys',
      {
        sha256: key.sha256,
        kind: key.kind,
        key_id: key.keyId,
        project_id: key.projectId,
        name: key.name,
        last_four: key.lastFour,
        scopes: JSON.stringify(key.scopes),
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
        replaced_by: key.replacedBy,
        created_by: key.createdBy,
      },
    ],
  ],
  signing_secret: ({ secretId, projectId, secret, createdAt }) => [
    [
      'signing_secrets',
      { secret_id: secretId, project_id: projectId, secret, created_at: createdAt },
    ],
  ],
  route: ({ projectId, path, target }) => [['routes', { project_id: projectId, path, target }]],
  project_webhooks: ({ projectId, version, webhooks }) => [
    ['webhooks', { project_id: projectId, version, webhooks: JSON.stringify(webhooks) }],
  ],
  project_deletion: (deletion) => [
    [
      'project_deletions',
      {
        project_id: deletion.projectId,
        kind: deletion.kind,
        deletion_id: deletion.deletionId,
        account_id: deletion.accountId,
        name: deletion.name,
        owner_ids: JSON.stringify(deletion.ownerIds),
        state: deletion.state,
        requested_at: deletion.requestedAt,
        purge_at: deletion.purgeAt,
        purged_at: deletion.purgedAt,
        steps: JSON.stringify(deletion.steps),
        counts: JSON.stringify(deletion.counts),
        images: deletion.images,
      },
    ],
  ],
  image: (image) => [
    [
      'images',
      {
        image_id: image.imageId,
        project_id: image.projectId,
        account_id: image.accountId,
        temporary_image_id: image.temporaryImageId,
        state: image.state,
        created_at: image.createdAt,
        deleted_at: image.deletedAt,
        metadata: JSON.stringify(image.metadata),
        saved_metadata: JSON.stringify(image.savedMetadata),
        focal_point: image.focalPoint,
        version: image.version,
        facts: factsText(image),
        generation: image.generation,
        taken_down: textOrNull(image.takenDown),
        review: textOrNull(image.review),
      },
    ],
    ...PURGE_STEPS.flatMap((step): Rows => {
      const at = image.steps[step];
      return at === undefined ? [] : [['purge_steps', { image_id: image.imageId, step, at }]];
    }),
    ...(image.deletionId === null
      ? []
      : ([
          ['images_deleting_together', { image_id: image.imageId, deletion_id: image.deletionId }],
        ] satisfies Rows)),
  ],
  // ended and swept: its bytes stayed behind, and only its image's save is repeated with it
  saved_temporary_image: (image) => [
    [
      'temporary_images',
      {
        temporary_image_id: image.temporaryImageId,
        image_id: image.imageId,
        project_id: image.projectId,
        account_id: image.accountId,
        state: 'expired',
        created_at: image.createdAt,
        expires_at: image.expiresAt,
        is_saved: 1,
        is_swept: 1,
        bytes: image.bytes,
        facts: factsText(image),
        taken_down: textOrNull(image.takenDown),
      },
    ],
  ],
  webhook_delivery: (delivery) => [
    [
      'webhook_deliveries',
      {
        webhook_id: delivery.webhookId,
        delivery_id: delivery.deliveryId,
        state: delivery.state,
        created_at: delivery.createdAt,
        ends_at: deliveryEnd(delivery),
        next_at: delivery.nextAt,
        revision: delivery.revision,
        delivery: JSON.stringify(delivery),
      },
    ],
  ],
  transformations: ({ accountId, month, count, projects }) => [
    ['month_counts', { account_id: accountId, month, transformations: count }],
    ...Object.entries(projects).map(
      ([projectId, transformations]) =>
        [
          'project_month_counts',
          { account_id: accountId, project_id: projectId, month, transformations },
        ] as const,
    ),
  ],
  bandwidth: ({ ownerId, month, bytes, images }) => [
    ['bandwidth', { owner_id: ownerId, month, bytes, images: JSON.stringify(images) }],
  ],
  project_day: ({ projectId, day, images, transformations, bandwidthBytes }) => [
    [
      'project_days',
      { project_id: projectId, day, images, transformations, bandwidth_bytes: bandwidthBytes },
    ],
  ],
  refused_origins: ({ projectId, origins, revision }) => [
    [
      'refused_origins',
      {
        project_id: projectId,
        origins: JSON.stringify(origins),
        revision,
        ends_at: refusedOriginsEnd({ origins, revision }),
      },
    ],
  ],
  audit_event: ({ trail, event }) => [
    [
      'audit_events',
      {
        trail,
        at: event.at,
        event_id: event.eventId,
        outcome: event.outcome,
        event: JSON.stringify(event),
      },
    ],
  ],
};

function rowsOf<K extends MovedKind>({ kind, value }: MovedRecord<K>): Rows {
  return ROWS[kind](value);
}

/** Writes rows by their keys; a replaced row keeps the rows that refer to it. */
function prepareWrite(db: DatabaseSync): (table: string, values: Values) => void {
  const statements = new Map<string, StatementSync>();
  const prepare = (table: string, columns: readonly string[]) => {
    const keys = KEYS[table] ?? [];
    const others = columns.filter((column) => !keys.includes(column));
    const changes = others.map((column) => `${column} = excluded.${column}`);
    const conflict = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`;
    const places = columns.map((column) => `:${column}`).join(', ');
    return db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})
       ON CONFLICT (${keys.join(', ')}) DO ${conflict}`,
    );
  };
  return (table, values) => {
    const statement = statements.get(table) ?? prepare(table, Object.keys(values));
    statements.set(table, statement);
    statement.run(values);
  };
}

/** Stores moved records in a database that no service uses. */
export function createSqliteRecordWriter(db: DatabaseSync): RecordWriter {
  const write = prepareWrite(db);
  let waiting: MovedRecord[] = [];
  const flush = () => {
    const records = waiting;
    waiting = [];
    if (records.length === 0) return;
    inTransaction(db, () => {
      for (const [table, values] of records.flatMap(rowsOf)) write(table, values);
    });
  };
  return {
    add: async (record, isThere) => {
      if (isThere) return;
      waiting.push(record);
      if (waiting.length >= GROUP) flush();
    },
    finish: async () => {
      flush();
      repairCounts(db);
      repairLists(db);
    },
  };
}
