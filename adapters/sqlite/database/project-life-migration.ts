/**
 * A project's end. Until now an account's default project is the one of that name, for none could be renamed. `project_deletions`: what is to be purged, and
 * the receipt; `images_deleting_together`: images whose purge is a part of it, and not due by itself.
 */
export const PROJECT_LIFE = `
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
