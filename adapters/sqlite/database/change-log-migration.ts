const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A trigger's condition: the service publishes events. */
export const IS_LOGGED = '(SELECT is_on FROM change_log_switch)';

/** A trigger's body that logs a change with the old and the new state, both JSON. */
export const logOf = (kind: string, previous: string, current: string) =>
  `BEGIN INSERT INTO changes (kind, changed_at, was, is_now) SELECT '${kind}', ${NOW_MS}, ${previous}, ${current}; END`;

/** The fields of an image's row that events need. */
const TEMPORARY_SNAPSHOT = `json_object('temporaryImageId', NEW.temporary_image_id, 'projectId', NEW.project_id,
  'expiresAt', NEW.expires_at, 'facts', json(NEW.facts))`;
const IMAGE_SNAPSHOT = `json_object('imageId', NEW.image_id, 'temporaryImageId', NEW.temporary_image_id,
  'projectId', NEW.project_id, 'state', NEW.state, 'version', NEW.version, 'facts', json(NEW.facts))`;
const REVIEW_STATE = (row: 'OLD' | 'NEW') => `json_extract(${row}.review, '$.state')`;
const REVIEWED_SNAPSHOT = `json_set(${IMAGE_SNAPSHOT}, '$.reviewState', ${REVIEW_STATE('NEW')})`;
/**
 * A project's share is counted after its account's, in the same transaction: so the account's count
 * is already the new one.
 */
const grownImages = (before: string) => `json_object('quota', 'images', 'month', NULL,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', images, 'grown', NEW.images - ${before})
  FROM accounts JOIN projects USING (account_id) WHERE project_id = NEW.project_id`;
const grownMonth = (before: string) => `json_object('quota', 'transformations', 'month', NEW.month,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', month_counts.transformations,
  'grown', NEW.transformations - ${before})
  FROM month_counts JOIN projects USING (account_id)
  WHERE project_id = NEW.project_id AND month_counts.month = NEW.month`;
/** The same for a project's share in one of its accounts. */
export const grownAccountMonth = (before: string) => `json_object('quota', 'transformations',
  'month', NEW.month, 'accountId', account_id, 'projectId', NEW.project_id,
  'after', transformations, 'grown', NEW.transformations - ${before})
  FROM month_counts WHERE account_id = NEW.account_id AND month = NEW.month`;
/**
 * The changes of an ownership transfer: the receiver's account already counts the project's images.
 */
export const GROWN_BY_TRANSFER = `json_object('quota', 'images', 'month', NULL,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', accounts.images, 'grown', part.images)
  FROM accounts JOIN project_images AS part ON part.project_id = NEW.project_id
  WHERE account_id = NEW.account_id AND part.images > 0`;

/**
 * The counterpart of a table's stream in the cloud. The database itself logs each published change
 * in its transaction, if a service with events has turned the log on.
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

const REPLACED_SNAPSHOT = `json_set(${REVIEWED_SNAPSHOT}, '$.originalId', NEW.original_id)`;
const REPLACED_STATES = `json_object('state', OLD.state, 'version', OLD.version,
  'reviewState', ${REVIEW_STATE('OLD')}, 'originalId', OLD.original_id)`;

/** The log of changed images with the names of their bytes, in place of the one of LOG_REVIEWS. */
export const LOG_REPLACEMENTS = `
DROP TRIGGER log_changed_image;
CREATE TRIGGER log_changed_image AFTER UPDATE OF state, version, review ON images
  WHEN ${IS_LOGGED} AND (OLD.state <> NEW.state OR OLD.version <> NEW.version
    OR ${REVIEW_STATE('OLD')} IS NOT ${REVIEW_STATE('NEW')})
  ${logOf('image', REPLACED_STATES, REPLACED_SNAPSHOT)}`;

const VISIBLE_SNAPSHOT = (snapshot: string) =>
  `json_set(${snapshot}, '$.visibility', NEW.visibility)`;

/** The same with the visibility of the image, in place of LOG_REPLACEMENTS. */
export const LOG_VISIBILITIES = `
DROP TRIGGER log_new_image;
CREATE TRIGGER log_new_image AFTER INSERT ON images
  WHEN ${IS_LOGGED} ${logOf('image', 'NULL', VISIBLE_SNAPSHOT(REVIEWED_SNAPSHOT))};
DROP TRIGGER log_changed_image;
CREATE TRIGGER log_changed_image AFTER UPDATE OF state, version, review ON images
  WHEN ${IS_LOGGED} AND (OLD.state <> NEW.state OR OLD.version <> NEW.version
    OR ${REVIEW_STATE('OLD')} IS NOT ${REVIEW_STATE('NEW')})
  ${logOf('image', REPLACED_STATES, VISIBLE_SNAPSHOT(REPLACED_SNAPSHOT))}`;

/** The logs of images with the states of their reviews, in place of those of CHANGE_LOG. */
export const LOG_REVIEWS = `
DROP TRIGGER log_new_image;
CREATE TRIGGER log_new_image AFTER INSERT ON images
  WHEN ${IS_LOGGED} ${logOf('image', 'NULL', REVIEWED_SNAPSHOT)};
DROP TRIGGER log_changed_image;
CREATE TRIGGER log_changed_image AFTER UPDATE OF state, version, review ON images
  WHEN ${IS_LOGGED} AND (OLD.state <> NEW.state OR OLD.version <> NEW.version
    OR ${REVIEW_STATE('OLD')} IS NOT ${REVIEW_STATE('NEW')})
  ${logOf('image', `json_object('state', OLD.state, 'version', OLD.version, 'reviewState', ${REVIEW_STATE('OLD')})`, REVIEWED_SNAPSHOT)}`;
