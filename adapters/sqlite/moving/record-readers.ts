import type { DatabaseSync } from 'node:sqlite';
import type { PurgeStep } from '../../../core/images/erasure-steps.ts';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import type { MovedRecords, RecordReaders } from '../../../core/ports/moving/moved-records.ts';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import { auditEvent } from '../../rows/audit-columns.ts';
import {
  json,
  list,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  type Row,
  text,
  wordOf,
} from '../../rows/columns.ts';
import { DELETION } from '../../rows/deletion-columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { KEY, scopes } from '../../rows/key-columns.ts';
import { INVITATION, MEMBERSHIP } from '../../rows/member-columns.ts';
import { raisedUploads, storedSettings, suspension } from '../../rows/project-columns.ts';
import { refusedOrigins } from '../../rows/refused-origin-columns.ts';
import { SIGNING_SECRET } from '../../rows/signing-secret-columns.ts';
import { keptTraffic } from '../../rows/usage-columns.ts';
import { delivery, webhooks } from '../../rows/webhook-columns.ts';
import { accountOfRow } from '../accounts/account-rows.ts';
import { flag, sqliteRow } from '../database/read-row.ts';
import { imageOfRow, temporaryOfRow } from '../images/image-rows.ts';

const readProject = sqliteRow('projects', {
  projectId: text,
  accountId: text,
  name: text,
  allowedOrigins: json(list(text)),
  createdAt: number,
  isDefault: flag,
  settings: json(object),
  suspension: orNull(json(suspension)),
  raisedUploads: orNull(json(raisedUploads)),
  deletedAt: orNull(number),
  purgeAt: orNull(number),
});
const readMember = sqliteRow('members', MEMBERSHIP);
const readInvitation = sqliteRow('invitations', { ...INVITATION, sha256: text });
const readKey = sqliteRow('keys', {
  ...KEY,
  scopes: json(scopes),
  kind: wordOf<KeyKind>({ api: true, upload: true }),
  sha256: text,
});
const readSecret = sqliteRow('signing_secrets', { ...SIGNING_SECRET, projectId: text });
const readRoute = sqliteRow('routes', { projectId: text, path: text, target: text });
const readWebhooks = sqliteRow('webhooks', { projectId: text, version: number, webhooks });
const noted = json(mapOf(number));
const readDeletion = sqliteRow('project_deletions', {
  ...DELETION,
  ownerIds: json(list(text)),
  steps: noted,
  counts: noted,
  images: number,
});
const readStep = sqliteRow('purge_steps', { step: oneOf(PURGE_STEPS), at: number });
const readDeletionId = sqliteRow('images', { imageId, deletionId: orNull(text) });
const readDelivery = sqliteRow('webhook_deliveries', { delivery });
const readMonth = sqliteRow('month_counts', {
  accountId: text,
  month: text,
  transformations: number,
});
const readShare = sqliteRow('project_month_counts', { projectId: text, transformations: number });
const readBandwidth = sqliteRow('bandwidth', {
  ownerId: text,
  month: text,
  bytes: number,
  images: json(keptTraffic),
});
const readDay = sqliteRow('project_days', {
  projectId: text,
  day: text,
  images: number,
  transformations: number,
  bandwidthBytes: number,
});
const readRefused = sqliteRow('refused_origins', {
  projectId: text,
  origins: json(refusedOrigins),
  revision: number,
});
const readEvent = sqliteRow('audit_events', { trail: text, event: json(auditEvent) });

function accountOf(row: Row): MovedRecords['account'] {
  const { accountId, plan, identity, createdAt, deletedAt = null } = accountOfRow(row);
  return { accountId, plan, identity, createdAt, deletedAt };
}

function projectOf(row: Row): MovedRecords['project'] {
  const { settings, ...project } = readProject(row);
  return { ...project, settings: storedSettings(settings) };
}

function prepareImage(db: DatabaseSync) {
  const stepsOf = db.prepare('SELECT step, at FROM purge_steps WHERE image_id = ?');
  return (row: Row): MovedRecords['image'] => {
    const image = imageOfRow(row);
    const steps: Partial<Record<PurgeStep, number>> = {};
    const done = image.state === 'saved' ? [] : stepsOf.all(image.imageId);
    for (const { step, at } of done.map(readStep)) steps[step] = at;
    return { ...image, steps, deletionId: readDeletionId(row).deletionId };
  };
}

function prepareTransformations(db: DatabaseSync) {
  const sharesOf = db.prepare(
    'SELECT project_id, transformations FROM project_month_counts WHERE account_id = ? AND month = ?',
  );
  return (row: Row): MovedRecords['transformations'] => {
    const { accountId, month, transformations: count } = readMonth(row);
    const shares = sharesOf.all(accountId, month).map(readShare);
    const counted = shares.filter(({ transformations }) => transformations !== 0);
    const projects = counted.map(({ projectId, transformations }) => [projectId, transformations]);
    return { accountId, month, count, projects: Object.fromEntries(projects) };
  };
}

function temporaryOf(row: Row): MovedRecords['saved_temporary_image'] {
  const { state: _, isSaved: __, ...image } = temporaryOfRow(row);
  return image;
}

/** The records of a database; it is read row by row, and must not be written meanwhile. */
export function createSqliteRecordReaders(db: DatabaseSync): RecordReaders {
  function* rowsOf<T>(sql: string, read: (row: Row) => T): Generator<T> {
    for (const row of db.prepare(sql).iterate()) yield read(row);
  }
  return {
    account: () => rowsOf('SELECT * FROM accounts', accountOf),
    project: () => rowsOf('SELECT * FROM projects', projectOf),
    member: () => rowsOf('SELECT * FROM members', readMember),
    invitation: () => rowsOf('SELECT * FROM invitations', readInvitation),
    key: () => rowsOf('SELECT * FROM keys ORDER BY created_at, rowid', readKey),
    signing_secret: () =>
      rowsOf('SELECT * FROM signing_secrets ORDER BY created_at, rowid', readSecret),
    route: () => rowsOf('SELECT * FROM routes', readRoute),
    project_webhooks: () => rowsOf('SELECT * FROM webhooks', readWebhooks),
    project_deletion: () => rowsOf('SELECT * FROM project_deletions', readDeletion),
    image: () =>
      rowsOf(
        'SELECT images.*, deletion_id FROM images LEFT JOIN images_deleting_together USING (image_id)',
        prepareImage(db),
      ),
    saved_temporary_image: () =>
      rowsOf(
        `SELECT temporary_images.* FROM temporary_images
         JOIN images ON images.image_id = coalesce(replaced_image_id, temporary_images.image_id)
         WHERE is_saved = 1 AND images.state = 'saved'`,
        temporaryOf,
      ),
    webhook_delivery: () =>
      rowsOf('SELECT delivery FROM webhook_deliveries', (row) => readDelivery(row).delivery),
    transformations: () =>
      rowsOf('SELECT * FROM month_counts WHERE transformations <> 0', prepareTransformations(db)),
    bandwidth: () => rowsOf('SELECT * FROM bandwidth WHERE bytes <> 0', readBandwidth),
    project_day: () =>
      rowsOf(
        'SELECT * FROM project_days WHERE images + transformations + bandwidth_bytes <> 0',
        readDay,
      ),
    refused_origins: () => rowsOf('SELECT * FROM refused_origins', readRefused),
    audit_event: () => rowsOf('SELECT trail, event FROM audit_events', readEvent),
  };
}
