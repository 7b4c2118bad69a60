/**
 * The first version of the schema, never changed again: later changes are migrations. Times are
 * milliseconds of the Unix epoch; metadata and scopes are JSON. Counters are rows: no rule counts
 * images.
 */
export const SCHEMA = `
CREATE TABLE accounts (
  account_id TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  images INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE month_counts (
  account_id TEXT NOT NULL,
  month TEXT NOT NULL,
  transformations INTEGER NOT NULL,
  PRIMARY KEY (account_id, month)
) STRICT;
CREATE TABLE projects (
  project_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts,
  name TEXT NOT NULL,
  allowed_origins TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX projects_by_account ON projects (account_id, created_at);
CREATE TABLE keys (
  sha256 TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('api', 'upload')),
  key_id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects,
  name TEXT NOT NULL,
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE TABLE rates (
  counter TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  window_end INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (counter, window_start)
) STRICT;
CREATE INDEX rates_by_end ON rates (window_end);
CREATE TABLE temporary_images (
  temporary_image_id TEXT PRIMARY KEY,
  image_id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  is_saved INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX temporary_live ON temporary_images (project_id, expires_at, bytes)
  WHERE state = 'temporary' AND is_saved = 0;
CREATE TABLE images (
  image_id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  temporary_image_id TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  metadata TEXT NOT NULL,
  saved_metadata TEXT NOT NULL,
  version INTEGER NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX images_by_project ON images (project_id, created_at) WHERE state = 'saved';
CREATE INDEX images_deleting ON images (deleted_at) WHERE state = 'deleting';
CREATE TABLE purge_steps (
  image_id TEXT NOT NULL,
  step TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (image_id, step)
) STRICT;
CREATE TABLE renditions (
  image_id TEXT NOT NULL,
  rendition_key TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('making', 'ready', 'forgotten')),
  owner TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  counted_month TEXT,
  bytes INTEGER,
  sha256 TEXT,
  is_original INTEGER,
  PRIMARY KEY (image_id, rendition_key)
) STRICT`;
