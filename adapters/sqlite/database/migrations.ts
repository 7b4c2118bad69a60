import { LOG_REPLACEMENTS, LOG_REVIEWS, LOG_VISIBILITIES } from './change-log-migration.ts';
import { FIRST_MIGRATIONS } from './first-migrations.ts';
import { FOCAL_POINTS, IMAGE_DAYS, IMAGE_TERMS, SAVED_POINTS } from './image-migrations.ts';

/** Suspensions and takedowns, each as JSON; the edge can purge images too, by their ids. */
const OPERATORS_WORD = `
ALTER TABLE projects ADD COLUMN suspension TEXT;
ALTER TABLE images ADD COLUMN taken_down TEXT;
ALTER TABLE temporary_images ADD COLUMN taken_down TEXT;
ALTER TABLE edge_purges RENAME COLUMN project_id TO tag`;

/**
 * Webhooks, all of a project in one row, and deliveries, which are found by webhook and state, and
 * by their due time.
 */
const WEBHOOKS = `
CREATE TABLE webhooks (
  project_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  webhooks TEXT NOT NULL
) STRICT;
CREATE TABLE webhook_deliveries (
  webhook_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  next_at INTEGER,
  revision INTEGER NOT NULL,
  delivery TEXT NOT NULL,
  PRIMARY KEY (webhook_id, delivery_id)
) STRICT;
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (webhook_id, state, created_at, delivery_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_by_end ON webhook_deliveries (ends_at)`;

/**
 * Deletions of projects. Until now an account's default project is the one of that name, because
 * none could be renamed. `project_deletions`: due purges, and their receipts;
 * `images_deleting_together`: images whose purge is a part of it, and not due on its own.
 */
const PROJECT_LIFE = `
ALTER TABLE projects ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;
UPDATE projects SET is_default = 1 WHERE name = 'default';
ALTER TABLE projects ADD COLUMN deleted_at INTEGER;
ALTER TABLE projects ADD COLUMN purge_at INTEGER;
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;
CREATE TABLE project_deletions (
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('delete', 'empty')),
  deletion_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  owner_ids TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'purging', 'purged')),
  requested_at INTEGER NOT NULL,
  purge_at INTEGER NOT NULL,
  purged_at INTEGER,
  steps TEXT NOT NULL,
  counts TEXT NOT NULL,
  images INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, kind)
) STRICT;
CREATE INDEX project_deletions_due ON project_deletions (purge_at) WHERE state <> 'purged';
CREATE TABLE images_deleting_together (
  image_id TEXT PRIMARY KEY,
  deletion_id TEXT NOT NULL
) STRICT;
CREATE INDEX images_deleting_by_deletion ON images_deleting_together (deletion_id, image_id)`;

/** The creator of a key; older keys have none. */
const MAKERS_OF_KEYS = 'ALTER TABLE keys ADD COLUMN created_by TEXT';
/** The number of validations of a direct upload that began and have not ended. */
const COUNTED_VALIDATIONS = `
ALTER TABLE direct_uploads ADD COLUMN judged_etag TEXT;
ALTER TABLE direct_uploads ADD COLUMN open_judgings INTEGER NOT NULL DEFAULT 0;
ALTER TABLE direct_uploads ADD COLUMN judging_since INTEGER`;

/**
 * A rendition's unit is reserved while it is made and counted when it is stored; earlier claims are
 * counted already. Also the timeouts of images, with the unit that they cost.
 */
const RESERVATIONS = `
ALTER TABLE renditions ADD COLUMN is_counted INTEGER NOT NULL DEFAULT 1;
CREATE INDEX renditions_making ON renditions (account_id, counted_month, lease_until)
  WHERE state = 'making' AND is_counted = 0;
CREATE TABLE time_outs (
  image_id TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  counted_month TEXT
) STRICT`;

/** The web origins that projects refused lately. */
const REFUSED_ORIGINS = `
CREATE TABLE refused_origins (
  project_id TEXT PRIMARY KEY,
  origins TEXT NOT NULL,
  revision INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT`;

/** The usage of projects by UTC day. */
const USAGE_BY_DAY = `
CREATE TABLE project_days (
  project_id TEXT NOT NULL,
  day TEXT NOT NULL,
  images INTEGER NOT NULL DEFAULT 0,
  transformations INTEGER NOT NULL DEFAULT 0,
  bandwidth_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, day)
) STRICT, WITHOUT ROWID`;

/** A limit of uploads that the operator raised, as JSON. */
const RAISED_UPLOADS = `
ALTER TABLE projects ADD COLUMN raised_uploads TEXT`;

/** Old addresses of images, which are redirected. */
const ROUTES = `
CREATE TABLE routes (
  project_id TEXT NOT NULL,
  path TEXT NOT NULL,
  target TEXT NOT NULL,
  PRIMARY KEY (project_id, path)
) STRICT, WITHOUT ROWID`;

/**
 * The review of an image, as JSON, and the index of pending ones. The log of changes tells the
 * states of reviews too, without their other fields.
 */
const REVIEWS = `
ALTER TABLE images ADD COLUMN review TEXT;
CREATE INDEX images_pending ON images (project_id, created_at, image_id)
  WHERE state = 'saved' AND json_extract(review, '$.state') = 'pending';
${LOG_REVIEWS}`;

/** The timeouts of single renditions beside those of their image, as JSON. */
const TIMEOUTS_OF_KEYS = `ALTER TABLE time_outs ADD COLUMN keys TEXT NOT NULL DEFAULT '[]'`;

/** The invitation that made a member, by the hash of its code. */
const ACCEPTED_INVITATIONS = `
ALTER TABLE members ADD COLUMN invitation_sha256 TEXT;
CREATE INDEX members_by_invitation ON members (invitation_sha256)
  WHERE invitation_sha256 IS NOT NULL`;

/** The plan of an account before its limits were lifted on this machine; null: they aren't. */
const LIFTED_LIMITS = `
ALTER TABLE accounts ADD COLUMN lifted_from TEXT`;

/** The key with which the service signs the addresses of a project's thumbnails; null: none yet. */
const THUMBNAIL_SECRETS = `
ALTER TABLE projects ADD COLUMN thumbnail_secret TEXT`;

/** The name of who invited; null before it was kept. */
const INVITER_NAMES = `
ALTER TABLE invitations ADD COLUMN inviter_name TEXT`;

/** The month in which a project's images are refused for its plan's bandwidth. */
const SPENT_BANDWIDTH = `
ALTER TABLE projects ADD COLUMN spent_bandwidth TEXT`;

/**
 * The name of an image's shown bytes, null for those of its save, and its former ones with the
 * steps of their erasure as JSON.
 */
const IMAGE_VERSIONS = `
ALTER TABLE images ADD COLUMN original_id TEXT;
CREATE UNIQUE INDEX images_by_original ON images (original_id) WHERE original_id IS NOT NULL;
ALTER TABLE temporary_images ADD COLUMN replaced_image_id TEXT;
CREATE TABLE image_versions (
  image_id TEXT NOT NULL,
  original_id TEXT NOT NULL UNIQUE,
  temporary_image_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  replaced_at INTEGER NOT NULL,
  steps TEXT NOT NULL,
  PRIMARY KEY (image_id, original_id)
) STRICT, WITHOUT ROWID;
${LOG_REPLACEMENTS}`;

/** Bytes that are kept for a restore, as JSON, and the time when a worker looks at them again. */
const KEPT_IMAGES = `
ALTER TABLE images ADD COLUMN kept TEXT;
ALTER TABLE images ADD COLUMN visit_at INTEGER;
ALTER TABLE image_versions ADD COLUMN kept TEXT;
ALTER TABLE image_versions ADD COLUMN visit_at INTEGER;
CREATE INDEX images_binned ON images (project_id, deleted_at, image_id) WHERE state = 'binned';
CREATE INDEX images_visits ON images (visit_at) WHERE visit_at IS NOT NULL;
CREATE INDEX image_versions_visits ON image_versions (visit_at) WHERE visit_at IS NOT NULL`;

/** The visibility of an image: null for a public one. */
const VISIBILITIES = `
ALTER TABLE images ADD COLUMN visibility TEXT;
${LOG_VISIBILITIES}`;

/**
 * The changes since the first version of the schema, in order; entries are only ever added. A new
 * database applies all of them.
 */
export const MIGRATIONS: readonly string[] = [
  ...FIRST_MIGRATIONS,
  OPERATORS_WORD,
  WEBHOOKS,
  PROJECT_LIFE,
  MAKERS_OF_KEYS,
  COUNTED_VALIDATIONS,
  RESERVATIONS,
  REFUSED_ORIGINS,
  USAGE_BY_DAY,
  RAISED_UPLOADS,
  ROUTES,
  FOCAL_POINTS,
  REVIEWS,
  TIMEOUTS_OF_KEYS,
  ACCEPTED_INVITATIONS,
  LIFTED_LIMITS,
  THUMBNAIL_SECRETS,
  INVITER_NAMES,
  SAVED_POINTS,
  SPENT_BANDWIDTH,
  IMAGE_DAYS,
  IMAGE_VERSIONS,
  KEPT_IMAGES,
  IMAGE_TERMS,
  VISIBILITIES,
];
