import * as z from 'zod/mini';
import { UPLOAD_FORMATS } from '../transform/formats.ts';

/** Quotas of a plan, by the counted units. */
export const QUOTAS = ['images', 'transformations', 'bandwidthBytes'] as const;
export type QuotaName = (typeof QUOTAS)[number];

const facts = {
  format: z.enum(UPLOAD_FORMATS),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
};
const image = { imageId: z.string(), imageUrl: z.string() };
const quota = z.strictObject({
  accountId: z.string(),
  quota: z.enum(QUOTAS),
  /** Null for images, whose count has no month. */
  month: z.nullable(z.string()),
  used: z.int(),
  limit: z.int(),
});

const EXAMPLE_ID = 'a'.repeat(26);
const EXAMPLE_FACTS = { format: 'jpg', width: 4000, height: 3000, bytes: 3_141_592 } as const;
const EXAMPLE_IMAGE = {
  imageId: `img_${EXAMPLE_ID}`,
  imageUrl: `https://cdn.example.com/res/img_${EXAMPLE_ID}.jpg`,
};
const EXAMPLE_QUOTA = {
  accountId: `acc_${EXAMPLE_ID}`,
  quota: 'transformations',
  month: '2026-11',
  used: 80,
  limit: 100,
} as const;

/**
 * THE table of event types: the time of each, and its data. Later versions only add fields. The
 * data never hold a key, a value of metadata or a file's name.
 */
export const EVENT_TYPES = {
  'temporary_image.uploaded': {
    summary: 'A temporary image was uploaded, directly or through the API, and can be saved.',
    data: z.strictObject({
      temporaryImageId: z.string(),
      temporaryImageUrl: z.string(),
      ...facts,
      expiresAt: z.string(),
    }),
    example: {
      temporaryImageId: `tmp_${EXAMPLE_ID}`,
      temporaryImageUrl: `https://cdn.example.com/res/tmp_${EXAMPLE_ID}.jpg`,
      ...EXAMPLE_FACTS,
      expiresAt: '2026-11-22T09:00:00.000Z',
    },
  },
  'image.saved': {
    summary: 'A temporary image was saved. Repeated saves send no further event.',
    data: z.strictObject({ ...image, temporaryImageId: z.string(), ...facts }),
    example: { ...EXAMPLE_IMAGE, temporaryImageId: `tmp_${EXAMPLE_ID}`, ...EXAMPLE_FACTS },
  },
  'image.pending_review': {
    summary:
      'An image was saved in a project with moderation. It is served when review-image approves it.',
    data: z.strictObject({ ...image, temporaryImageId: z.string(), ...facts }),
    example: { ...EXAMPLE_IMAGE, temporaryImageId: `tmp_${EXAMPLE_ID}`, ...EXAMPLE_FACTS },
  },
  'image.approved': {
    summary: 'A pending image was approved, and is served from now on.',
    data: z.strictObject(image),
    example: EXAMPLE_IMAGE,
  },
  'image.rejected': {
    summary: 'A pending image was rejected, and so deleted: `image.deleted` follows.',
    data: z.strictObject(image),
    example: EXAMPLE_IMAGE,
  },
  'image.metadata_updated': {
    summary:
      'The metadata or the focal point of an image changed. Each change increments `version` by one.',
    data: z.strictObject({ ...image, version: z.int() }),
    example: { ...EXAMPLE_IMAGE, version: 2 },
  },
  'image.replaced': {
    summary:
      'The bytes of an image were replaced, by new ones or by those of a version, and possibly its metadata and focal point with them. Each change increments `version` by one.',
    data: z.strictObject({ ...image, temporaryImageId: z.string(), version: z.int(), ...facts }),
    example: {
      ...EXAMPLE_IMAGE,
      temporaryImageId: `tmp_${EXAMPLE_ID}`,
      version: 2,
      ...EXAMPLE_FACTS,
    },
  },
  'image.restored': {
    summary:
      'An image of the bin was restored, and is served again. Each change increments `version` by one.',
    data: z.strictObject({ ...image, temporaryImageId: z.string(), version: z.int(), ...facts }),
    example: {
      ...EXAMPLE_IMAGE,
      temporaryImageId: `tmp_${EXAMPLE_ID}`,
      version: 2,
      ...EXAMPLE_FACTS,
    },
  },
  'image.deleted': {
    summary:
      'An image was deleted, or came into the bin. The origin answers 404 from now on, the CDN shortly afterwards.',
    data: z.strictObject(image),
    example: EXAMPLE_IMAGE,
  },
  'quota.warning': {
    summary: 'The usage of the account reached 80 % of a quota.',
    data: quota,
    example: EXAMPLE_QUOTA,
  },
  'quota.exceeded': {
    summary:
      'The usage of the account reached a quota. Further usage is rejected, or only logged for projects with `quotaMode: log`.',
    data: quota,
    example: { ...EXAMPLE_QUOTA, used: 100 },
  },
  'webhook.test': {
    summary: 'A webhook is tested. The event is sent to that webhook alone, whatever its types.',
    data: z.strictObject({ webhookId: z.string() }),
    example: { webhookId: `whk_${EXAMPLE_ID}` },
  },
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/**
 * The events after which an image is examined. A new one that waits for a decision has the first
 * two. A restored one may have come into the bin before it was examined.
 */
export const EXAMINED_EVENTS = [
  'image.saved',
  'image.pending_review',
  'image.restored',
] as const satisfies readonly EventType[];

/** All of them, as deliveries name them. */
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** The data of an event type. */
export type EventData<Type extends EventType> = z.infer<(typeof EVENT_TYPES)[Type]['data']>;

/** The types that a webhook can be for: a test is sent to any. */
export type SubscribableType = Exclude<EventType, 'webhook.test'>;

/** Their names. */
export const SUBSCRIBABLE_TYPE_NAMES = EVENT_TYPE_NAMES.filter(
  (name): name is SubscribableType => name !== 'webhook.test',
) as [SubscribableType, ...SubscribableType[]];
