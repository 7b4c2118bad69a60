import {
  CHANGE_LOG,
  GROWN_BY_TRANSFER,
  grownAccountMonth,
  IS_LOGGED,
  logOf,
} from './change-log-migration.ts';

/** An account's usage is counted by project too. */
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

/** Direct uploads, and the secret that signs their forms: forms outlive a restart. */
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

/**
 * Unset settings of a project have their defaults. `edge_purges`: purges for the edge of a running
 * service, the newest highest.
 */
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

/** The index of lists of saved images, and a row for each pair of a saved image's metadata. */
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
/**
 * Renditions before a purge differ from those after it, and expired images are found until they are
 * swept.
 */
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

/** Users: their identities and their projects. Existing accounts are the operator's. */
const USERS = `
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
/** Audit events. */
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

const grownBandwidth = (
  before: string,
) => `json_object('quota', 'bandwidthBytes', 'month', NEW.month,
  'accountId', account_id, 'projectId', project_id, 'after', account.bytes, 'grown', NEW.bytes - ${before})
  FROM projects JOIN bandwidth AS account ON account.owner_id = account_id AND account.month = NEW.month
  WHERE project_id = NEW.owner_id`;

/**
 * Bytes sent for an account or a project, with the images with the most of them as JSON; and the
 * counted parts of logs.
 */
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

/**
 * Teams: the invitations of projects, and the invited address of a member. A project's share of a
 * month's count is also by account, because projects can be transferred. The triggers on it were
 * dropped with the former table.
 */
const TEAMS = `
ALTER TABLE members ADD COLUMN email TEXT;
CREATE TABLE invitations (
  sha256 TEXT PRIMARY KEY,
  invitation_id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'admin', 'owner')),
  invited_by TEXT NOT NULL,
  invited_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_by_project ON invitations (project_id, invited_at);
CREATE INDEX invitations_by_end ON invitations (expires_at);
CREATE TABLE account_project_month_counts (
  account_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  month TEXT NOT NULL,
  transformations INTEGER NOT NULL,
  PRIMARY KEY (account_id, project_id, month)
) STRICT;
INSERT INTO account_project_month_counts
  SELECT account_id, project_id, month, transformations
  FROM project_month_counts JOIN projects USING (project_id);
DROP TABLE project_month_counts;
ALTER TABLE account_project_month_counts RENAME TO project_month_counts;
CREATE TRIGGER log_first_transformation_used AFTER INSERT ON project_month_counts
  WHEN ${IS_LOGGED} AND NEW.transformations > 0 ${logOf('usage', 'NULL', grownAccountMonth('0'))};
CREATE TRIGGER log_transformations_used AFTER UPDATE OF transformations ON project_month_counts
  WHEN ${IS_LOGGED} AND NEW.transformations > OLD.transformations
  ${logOf('usage', 'NULL', grownAccountMonth('OLD.transformations'))};
CREATE TRIGGER log_handed_over AFTER UPDATE OF account_id ON projects
  WHEN ${IS_LOGGED} ${logOf('usage', 'NULL', GROWN_BY_TRANSFER)}`;

/** The oldest changes, in order: nothing is added to them. */
export const FIRST_MIGRATIONS: readonly string[] = [
  COUNT_BY_PROJECT,
  PROJECT_SETTINGS,
  IMAGE_LISTS,
  DIRECT_UPLOADS,
  OUTDATE_AND_SWEEP,
  USERS,
  KEYS_OF_PROJECTS,
  AUDIT,
  CHANGE_LOG,
  BANDWIDTH,
  TEAMS,
];
