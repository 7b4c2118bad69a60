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
