const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
/** Whether a start turned the log of changes on. */
export const IS_LOGGED = '(SELECT is_on FROM change_log_switch)';
/** Of a picture's row, what events are made of. */
const TEMPORARY_SNAPSHOT = `json_object('temporaryImageId', NEW.temporary_image_id, 'projectId', NEW.project_id,
  'expiresAt', NEW.expires_at, 'facts', json(NEW.facts))`;
const IMAGE_SNAPSHOT = `json_object('imageId', NEW.image_id, 'temporaryImageId', NEW.temporary_image_id,
  'projectId', NEW.project_id, 'state', NEW.state, 'version', NEW.version, 'facts', json(NEW.facts))`;
/** A project's part is counted after its account's, in the same transaction: so the account's count is already the new one. */
const grownImages = (before: string) => `json_object('quota', 'images', 'month', NULL,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', images, 'grown', NEW.images - ${before})
  FROM accounts JOIN projects USING (account_id) WHERE project_id = NEW.project_id`;
const grownMonth = (before: string) => `json_object('quota', 'transformations', 'month', NEW.month,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', month_counts.transformations,
  'grown', NEW.transformations - ${before})
  FROM month_counts JOIN projects USING (account_id)
  WHERE project_id = NEW.project_id AND month_counts.month = NEW.month`;
/** The body of a trigger that logs a change: what was, and what is now as a select goes on. */
export const logOf = (kind: string, was: string, is: string) =>
  `BEGIN INSERT INTO changes (kind, changed_at, was, is_now) SELECT '${kind}', ${NOW_MS}, ${was}, ${is}; END`;

/**
 * What a stream of a table is in the cloud: each change that is told of goes into a log, by the database itself and in the transaction that makes it, where
 * a service that tells of changes has turned the log on.
 */
export const CHANGE_LOG = `
CREATE TABLE change_log_switch (is_on INTEGER NOT NULL) STRICT;
INSERT INTO change_log_switch VALUES (0);
CREATE TABLE changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  was TEXT,
  is_now TEXT NOT NULL
) STRICT;
CREATE TRIGGER log_temporary_image AFTER INSERT ON temporary_images
  WHEN ${IS_LOGGED} AND NEW.state = 'temporary' ${logOf('temporary_image', 'NULL', TEMPORARY_SNAPSHOT)};
CREATE TRIGGER log_new_image AFTER INSERT ON images
  WHEN ${IS_LOGGED} ${logOf('image', 'NULL', IMAGE_SNAPSHOT)};
CREATE TRIGGER log_changed_image AFTER UPDATE OF state, version ON images
  WHEN ${IS_LOGGED} AND (OLD.state <> NEW.state OR OLD.version <> NEW.version)
  ${logOf('image', `json_object('state', OLD.state, 'version', OLD.version)`, IMAGE_SNAPSHOT)};
CREATE TRIGGER log_first_image_used AFTER INSERT ON project_images
  WHEN ${IS_LOGGED} AND NEW.images > 0 ${logOf('usage', 'NULL', grownImages('0'))};
CREATE TRIGGER log_images_used AFTER UPDATE OF images ON project_images
  WHEN ${IS_LOGGED} AND NEW.images > OLD.images ${logOf('usage', 'NULL', grownImages('OLD.images'))};
CREATE TRIGGER log_first_transformation_used AFTER INSERT ON project_month_counts
  WHEN ${IS_LOGGED} AND NEW.transformations > 0 ${logOf('usage', 'NULL', grownMonth('0'))};
CREATE TRIGGER log_transformations_used AFTER UPDATE OF transformations ON project_month_counts
  WHEN ${IS_LOGGED} AND NEW.transformations > OLD.transformations
  ${logOf('usage', 'NULL', grownMonth('OLD.transformations'))}`;

/** Webhooks, all of a project in one row, and deliveries, which are looked for by webhook and state, and by when they are due. */
export const WEBHOOKS = `
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
 * Bandwidth is counted by replacing rows, the account's before the project's: the project's tells of it, while its own row of before is there still.
 */
export const BANDWIDTH_LOG = `
CREATE TRIGGER log_bandwidth_used BEFORE INSERT ON bandwidth
  WHEN ${IS_LOGGED} AND substr(NEW.owner_id, 1, 4) = 'prj_' ${logOf(
    'usage',
    'NULL',
    `json_object('quota', 'bandwidthBytes', 'month', NEW.month, 'accountId', account_id,
      'projectId', NEW.owner_id, 'after', bandwidth.bytes, 'grown', NEW.bytes - coalesce(
        (SELECT bytes FROM bandwidth WHERE owner_id = NEW.owner_id AND month = NEW.month), 0))
     FROM projects JOIN bandwidth ON bandwidth.owner_id = account_id AND bandwidth.month = NEW.month
     WHERE project_id = NEW.owner_id`,
  )}`;
