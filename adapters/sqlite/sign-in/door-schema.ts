/**
 * The tables of a public machine's own accounts; an older file gets them when it is opened. Times
 * are milliseconds of the Unix epoch, secrets are SHA-256 digests.
 */
export const DOOR_SCHEMA = `
CREATE TABLE IF NOT EXISTS accounts (
  subject TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password TEXT,
  pending_project TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS passkeys (
  credential_id TEXT PRIMARY KEY,
  subject TEXT NOT NULL REFERENCES accounts (subject),
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS passkeys_by_subject ON passkeys (subject);
CREATE TABLE IF NOT EXISTS setup_links (
  digest TEXT PRIMARY KEY,
  email TEXT,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS challenges (
  ceremony TEXT NOT NULL,
  challenge TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (ceremony, challenge)
) STRICT;
CREATE TABLE IF NOT EXISTS attempts (
  counted TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS ended_sessions (
  subject TEXT PRIMARY KEY,
  ended_at INTEGER NOT NULL
) STRICT`;
