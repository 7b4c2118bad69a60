import { IS_LOGGED, logOf } from './change-log-migration.ts';

/** The same where a project's part is that of one of its accounts. */
const grownAccountMonth = (before: string) => `json_object('quota', 'transformations',
  'month', NEW.month, 'accountId', account_id, 'projectId', NEW.project_id,
  'after', transformations, 'grown', NEW.transformations - ${before})
  FROM month_counts WHERE account_id = NEW.account_id AND month = NEW.month`;
/** What a hand-over brings: the receiver's account counts the project's images by then. */
const GROWN_BY_HANDOVER = `json_object('quota', 'images', 'month', NULL,
  'accountId', account_id, 'projectId', NEW.project_id, 'after', accounts.images, 'grown', part.images)
  FROM accounts JOIN project_images AS part ON part.project_id = NEW.project_id
  WHERE account_id = NEW.account_id AND part.images > 0`;

/**
 * Teams: who is invited to which project, and by what address a member was. A project's part of a month's count is by account too, for projects are handed
 * over; the triggers on it went with the former table.
 */
export const TEAMS = `
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
  WHEN ${IS_LOGGED} ${logOf('usage', 'NULL', GROWN_BY_HANDOVER)}`;
