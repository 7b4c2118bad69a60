import { createHash } from 'node:crypto';
import { LIMITS } from '../../foundation/limits.ts';
import { isForgotten } from '../../images/image-states.ts';
import { dayCountEnd } from '../../metering/usage-days.ts';
import { endOfKey } from '../../projects/credentials.ts';
import { isReceiptOver } from '../../projects/project-deletion.ts';
import { refusedOriginsEnd } from '../../projects/refused-origins.ts';
import { deliveryEnd } from '../../webhooks/delivery.ts';
import type { MovedKind, MovedRecord, MovedRecords } from './moved-records.ts';

interface Kind<Value> {
  /** In a report, in the plural. */
  readonly name: string;
  /** Distinguishes it from others of its kind. */
  readonly keyOf: (value: Value) => string;
  /** The project without which it has no place. */
  readonly projectOf?: (value: Value) => string;
  /** Whether it has ended, so that a store may drop it at any time. */
  readonly isOver?: (value: Value, now: number) => boolean;
  /** Whether reads of images and uses of keys change it. */
  readonly isCounted?: true;
  /** Whether the service itself changes it, also without a call. */
  readonly isChanging?: (value: Value) => boolean;
}

/** THE kinds of moved records, in the order in which they are stored. */
export const MOVED_KINDS: { readonly [K in MovedKind]: Kind<MovedRecords[K]> } = {
  account: { name: 'accounts', keyOf: ({ accountId }) => accountId },
  project: { name: 'projects', keyOf: ({ projectId }) => projectId },
  member: {
    name: 'members',
    keyOf: ({ projectId, accountId }) => `${projectId} ${accountId}`,
    projectOf: ({ projectId }) => projectId,
  },
  invitation: {
    name: 'invitations',
    keyOf: ({ sha256 }) => sha256,
    projectOf: ({ projectId }) => projectId,
    isOver: ({ expiresAt }, now) => expiresAt <= now,
  },
  key: {
    name: 'keys',
    isCounted: true,
    keyOf: ({ sha256 }) => sha256,
    projectOf: ({ projectId }) => projectId,
    isOver: (key, now) => {
      const end = endOfKey(key);
      return end !== null && end + LIMITS.endedKeyMs <= now;
    },
  },
  signing_secret: {
    name: 'signing secrets',
    keyOf: ({ secretId }) => secretId,
    projectOf: ({ projectId }) => projectId,
  },
  route: {
    name: 'routes',
    keyOf: ({ projectId, path }) => `${projectId} ${path}`,
    projectOf: ({ projectId }) => projectId,
  },
  project_webhooks: { name: 'projects with webhooks', keyOf: ({ projectId }) => projectId },
  project_deletion: {
    name: 'deletions of projects',
    keyOf: ({ projectId, kind }) => `${projectId} ${kind}`,
    isOver: (deletion, now) => isReceiptOver(deletion, now, LIMITS.projectReceiptMs),
    isChanging: ({ state }) => state !== 'purged',
  },
  image: {
    name: 'images',
    keyOf: ({ imageId }) => imageId,
    isOver: (image, now) => image.state === 'deleted' && isForgotten(image, now),
    isChanging: ({ state }) => state === 'deleting',
  },
  saved_temporary_image: {
    name: 'IDs of saved temporary images',
    keyOf: ({ temporaryImageId }) => temporaryImageId,
  },
  webhook_delivery: {
    name: 'webhook deliveries',
    keyOf: ({ webhookId, deliveryId }) => `${webhookId} ${deliveryId}`,
    isOver: (delivery, now) => deliveryEnd(delivery) <= now,
    isChanging: ({ state }) => state === 'pending',
  },
  transformations: {
    name: 'counts of transformations',
    isCounted: true,
    keyOf: ({ accountId, month }) => `${accountId} ${month}`,
  },
  bandwidth: {
    name: 'counts of bandwidth',
    isCounted: true,
    keyOf: ({ ownerId, month }) => `${ownerId} ${month}`,
  },
  project_day: {
    name: 'days of usage',
    isCounted: true,
    keyOf: ({ projectId, day }) => `${projectId} ${day}`,
    isOver: ({ day }, now) => dayCountEnd(day) <= now,
  },
  refused_origins: {
    name: 'lists of refused origins',
    isCounted: true,
    keyOf: ({ projectId }) => projectId,
    isOver: (refused, now) => refusedOriginsEnd(refused) <= now,
  },
  audit_event: {
    name: 'audit events',
    keyOf: ({ trail, event }) => `${trail} ${event.at} ${event.eventId}`,
    isOver: ({ event }, now) => event.at + LIMITS.auditMs <= now,
  },
};
export const MOVED_KIND_NAMES = Object.keys(MOVED_KINDS) as readonly MovedKind[];

/** Maps and their fields in one order, absent fields left out. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, ordered(field)]);
}

/** The SHA-256 of a record: equal records of both databases have the same. */
export function digestRecord({ value }: MovedRecord): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('base64url');
}
