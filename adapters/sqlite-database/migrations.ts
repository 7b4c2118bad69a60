import { CHANGE_LOG, IS_LOGGED, logOf } from './change-log-migration.ts';
import { TEAMS } from './team-migration.ts';

/** What an account uses is counted by project too. */
const COUNT_BY_PROJECT = `
CREATE TABLE project_images (
  project_id TEXT PRIMARY KEY,
  images INTEGER NOT NULL
) STRICT;
INSERT INTO project_images
  SELECT project_id, count(*) FROM images WHERE state = 'saved' GROUP BY project_id;
CREATE TABLE project_month_counts (
  project_id TEXT NOT NULL,
  month TEXT NOT NULL,
  transformations INTEGER NOT NULL,
  PRIMARY KEY (project_id, month)
) STRICT;
INSERT INTO project_month_counts
  SELECT project_id, month, transformations FROM month_counts JOIN projects USING (account_id);
ALTER TABLE renditions ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
UPDATE renditions SET project_id = coalesce(
  (SELECT project_id FROM images WHERE images.image_id = renditions.image_id),
  (SELECT project_id FROM temporary_images WHERE temporary_image_id = renditions.image_id), '')`;

/** Direct uploads, and the secret that their forms are signed with: forms outlive a restart. */
const DIRECT_UPLOADS = `
CREATE TABLE direct_uploads (
  temporary_image_id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'refused', 'accepted')),
  bytes INTEGER NOT NULL,
  pending_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  upload TEXT NOT NULL,
  reason TEXT,
  detail TEXT
) STRICT;
CREATE INDEX direct_uploads_awaited ON direct_uploads (project_id, pending_until, bytes)
  WHERE state = 'pending';
CREATE INDEX direct_uploads_by_end ON direct_uploads (expires_at);
CREATE TABLE form_secrets (secret TEXT NOT NULL) STRICT;
INSERT INTO form_secrets VALUES (lower(hex(randomblob(32))))`;

/** Settings that a project never named have their defaults. `edge_purges`: what the edge of a running service is told to forget, the newest highest. */
const PROJECT_SETTINGS = `
ALTER TABLE projects ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
CREATE TABLE signing_secrets (
  secret_id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX signing_secrets_by_project ON signing_secrets (project_id, created_at);
CREATE TABLE edge_purges (
  project_id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE
) STRICT`;

/** What lists of saved images are read by: an index in their order, and a row for each pair of a saved image's metadata. */
const IMAGE_LISTS = `
DROP INDEX images_by_project;
CREATE INDEX images_by_project ON images (project_id, created_at, image_id) WHERE state = 'saved';
CREATE TABLE image_metadata (
  project_id TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  image_id TEXT NOT NULL,
  PRIMARY KEY (project_id, key, value, created_at, image_id)
) STRICT, WITHOUT ROWID;
INSERT INTO image_metadata
  SELECT project_id, pair.key, pair.value, created_at, image_id
  FROM images, json_each(images.metadata) AS pair WHERE state = 'saved'`;
/** What was made before a purge is told from what is made after it, and what ended is found until it is swept. */
const OUTDATE_AND_SWEEP = `
ALTER TABLE images ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE renditions ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
CREATE TABLE outdated_renditions (
  image_id TEXT PRIMARY KEY,
  first_generation INTEGER NOT NULL,
  outdated_at INTEGER NOT NULL,
  is_removed INTEGER NOT NULL
) STRICT;
ALTER TABLE temporary_images ADD COLUMN is_swept INTEGER NOT NULL DEFAULT 0;
CREATE INDEX temporary_ended ON temporary_images (expires_at) WHERE is_swept = 0`;

/** People: who they are, and which projects they belong to. Accounts of before are the operator's. */
const PEOPLE = `
ALTER TABLE accounts ADD COLUMN issuer TEXT;
ALTER TABLE accounts ADD COLUMN subject TEXT;
ALTER TABLE accounts ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX accounts_by_identity ON accounts (issuer, subject) WHERE issuer IS NOT NULL;
CREATE TABLE members (
  project_id TEXT NOT NULL REFERENCES projects,
  account_id TEXT NOT NULL REFERENCES accounts,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin', 'owner')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, account_id)
) STRICT;
CREATE INDEX members_by_account ON members (account_id, created_at)`;

/** Keys that were rotated, and lists of a project's keys. */
const KEYS_OF_PROJECTS = `
ALTER TABLE keys ADD COLUMN replaced_by TEXT;
CREATE INDEX keys_by_project ON keys (project_id, kind, created_at)`;
const grownBandwidth = (
  before: string,
) => `json_object('quota', 'bandwidthBytes', 'month', NEW.month,
  'accountId', account_id, 'projectId', project_id, 'after', account.bytes, 'grown', NEW.bytes - ${before})
  FROM projects JOIN bandwidth AS account ON account.owner_id = account_id AND account.month = NEW.month
  WHERE project_id = NEW.owner_id`;

/** Bytes sent of an account or a project, with the images that most of them were sent for as JSON; and which parts of logs are counted. */
const BANDWIDTH = `
CREATE TABLE bandwidth (
  owner_id TEXT NOT NULL,
  month TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  images TEXT NOT NULL,
  PRIMARY KEY (owner_id, month)
) STRICT;
CREATE TABLE counted_log_parts (
  part TEXT NOT NULL,
  project_id TEXT NOT NULL,
  month TEXT NOT NULL,
  counted_at INTEGER NOT NULL,
  PRIMARY KEY (part, project_id, month)
) STRICT;
CREATE INDEX counted_log_parts_by_time ON counted_log_parts (counted_at);
CREATE TRIGGER log_first_bandwidth_used AFTER INSERT ON bandwidth
  WHEN ${IS_LOGGED} ${logOf('usage', 'NULL', grownBandwidth('0'))};
CREATE TRIGGER log_bandwidth_used AFTER UPDATE OF bytes ON bandwidth
  WHEN ${IS_LOGGED} AND NEW.bytes > OLD.bytes ${logOf('usage', 'NULL', grownBandwidth('OLD.bytes'))}`;

/** What was done by whom. */
const AUDIT = `
CREATE TABLE audit_events (
  trail TEXT NOT NULL,
  at INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('unknown', 'done', 'refused')),
  event TEXT NOT NULL,
  PRIMARY KEY (trail, at, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_events_by_time ON audit_events (at)`;

/** What the operator closes, each as JSON; and the edge is told to forget pictures as well, by their ids. */
const OPERATORS_WORD = `
ALTER TABLE projects ADD COLUMN suspension TEXT;
ALTER TABLE images ADD COLUMN taken_down TEXT;
ALTER TABLE temporary_images ADD COLUMN taken_down TEXT;
ALTER TABLE edge_purges RENAME COLUMN project_id TO tag`;

/**
 * A project's end. Until now an account's default project is the one of that name, for none could be renamed. `project_deletions`: what is to be purged, and
 * the receipt; `images_deleting_together`: images whose purge is a part of it, and not due by itself.
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

/** What was changed since the first version of the schema, in order; only ever added to. A new database goes through all of them. */
export const MIGRATIONS: readonly string[] = [
  COUNT_BY_PROJECT,
  PROJECT_SETTINGS,
  IMAGE_LISTS,
  DIRECT_UPLOADS,
  OUTDATE_AND_SWEEP,
  PEOPLE,
  KEYS_OF_PROJECTS,
  AUDIT,
  CHANGE_LOG,
  BANDWIDTH,
  TEAMS,
  OPERATORS_WORD,
  PROJECT_LIFE,
];
