import { IS_LOGGED, logOf } from './log-change.ts';

const grownBandwidth = (
  before: string,
) => `json_object('quota', 'bandwidthBytes', 'month', NEW.month,
  'accountId', account_id, 'projectId', project_id, 'after', account.bytes, 'grown', NEW.bytes - ${before})
  FROM projects JOIN bandwidth AS account ON account.owner_id = account_id AND account.month = NEW.month
  WHERE project_id = NEW.owner_id`;

/** Bytes sent of an account or a project, with the images that most of them were sent for as JSON; and which parts of logs are counted. */
export const BANDWIDTH = `
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
