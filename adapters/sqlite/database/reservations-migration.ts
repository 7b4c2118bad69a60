/**
 * A rendition's unit is reserved while it is made and counted when it is there; what was claimed before is counted already. And the time-outs of pictures,
 * with the unit that they cost.
 */
export const RESERVATIONS = `
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
