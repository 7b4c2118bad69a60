import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, pageFields, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_METADATA } from './examples.ts';
import { IMAGE_REQUEST } from './image-request.ts';
import { savedReviewField } from './reviews.ts';

/** The facts of kept bytes; times are RFC 3339 in UTC. */
const facts = {
  format: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  originalFilename: z.nullable(z.string()),
  mainColor: z.nullable(z.string()),
  thumbhash: z.nullable(z.string()),
};
const steps = z.array(z.object({ step: z.string(), at: z.nullable(z.string()) }));

const version = z.object({
  /** The name of the bytes; the image's own ID for those of its save. */
  versionId: z.string(),
  replacedAt: z.string(),
  /** Until then it can be restored; null once its keeping ended, and where it was never kept. */
  keptUntil: z.nullable(z.string()),
  /** Shows the kept bytes for an hour; null if they aren't kept, or are blocked. */
  originalUrl: z.nullable(z.string()),
  ...facts,
  /** The receipt of its erasure, as get-deletion-status has it. */
  steps,
});

const binned = z.object({
  imageId: z.string(),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.string(),
  deletedAt: z.string(),
  keptUntil: z.string(),
  /** Shows the kept bytes for an hour; null while the operator blocks the image. */
  originalUrl: z.nullable(z.string()),
  ...facts,
});

const EXAMPLE_VERSION = `img_${'b'.repeat(26)}`;
const EXAMPLE_FACTS = {
  format: 'jpg',
  width: 4000,
  height: 3000,
  bytes: 3_141_592,
  sha256: '0'.repeat(64),
  originalFilename: 'logo.jpg',
  mainColor: '#c04a1f',
  thumbhash: null,
};
const EXAMPLE_URL = `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`;

const { maxListedImages, defaultListedImages, maxListedVersions } = LIMITS;

const listImageVersions = {
  ...called('list-image-versions'),
  summary: 'List the former bytes of an image',
  description: `Lists the bytes that replace-image and restore-image-version replaced, the last replaced first, ${maxListedVersions} at most. Those of a project with \`keepDays\` can be seen by \`originalUrl\`, and restored, until \`keptUntil\`. The others are receipts: their steps of erasure are shown for 30 days.`,
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: IMAGE_REQUEST,
  response: z.object({ imageId: z.string(), versions: z.array(version) }),
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    versions: [
      {
        versionId: EXAMPLE_VERSION,
        replacedAt: '2026-11-21T09:00:00.000Z',
        keptUntil: '2026-11-28T09:00:00.000Z',
        originalUrl: null,
        ...EXAMPLE_FACTS,
        steps: [{ step: 'marked', at: '2026-11-21T09:00:00.000Z' }],
      },
    ],
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;

const versionRequest = {
  kind: 'json',
  schema: z.strictObject({
    projectId: z.optional(callersProjectField()),
    imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
    versionId: z.optional(referenceField('image', '`versionId` of list-image-versions.')),
  }),
  references: { imageId: 'image', versionId: 'image' },
  exactlyOne: [['imageId'], ['versionId']],
  example: { imageId: EXAMPLE_IMAGE, versionId: EXAMPLE_VERSION },
} as const;

const restoreImageVersion = {
  ...called('restore-image-version'),
  summary: 'Restore former bytes of an image',
  description:
    'Gives an image the bytes of a kept version again, under its ID. The bytes that it showed become a version. Metadata and focal point stay. Caches are purged as by replace-image. Repeating the call changes nothing. In a project with moderation the bytes wait for review-image.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'save-temporary-image',
  request: versionRequest,
  response: z.object({
    message: z.literal('version_restored'),
    imageId: z.string(),
    imageUrl: z.string(),
    review: savedReviewField,
  }),
  responseExample: {
    message: 'version_restored',
    imageId: EXAMPLE_IMAGE,
    imageUrl: EXAMPLE_URL,
  },
  problems: ['image_not_found', 'version_not_found', 'image_taken_down', 'review_pending'],
} as const satisfies Endpoint;

const deleteImageVersion = {
  ...called('delete-image-version'),
  summary: 'Erase former bytes of an image',
  description:
    'Ends the keeping of a version: it can no longer be restored or seen, and its bytes are erased. list-image-versions shows the steps. Repeating the call returns the same response.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  request: versionRequest,
  response: z.object({ message: z.literal('version_marked_for_deletion') }),
  responseExample: { message: 'version_marked_for_deletion' },
  problems: ['image_not_found', 'version_not_found'],
} as const satisfies Endpoint;

const listBin = {
  ...called('list-bin'),
  summary: "List the project's deleted images that can be restored",
  description:
    'Lists the images that were deleted while the project had `keepDays`, the last deleted first, page by page. restore-image saves one again; delete-image with `forGood` ends one. For the next page, send the returned cursor. A null cursor marks the last page.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      ...pageFields('images', maxListedImages, defaultListedImages),
    }),
    exactlyOne: [],
    example: { limit: 20 },
  },
  response: z.object({ images: z.array(binned), cursor: z.nullable(z.string()) }),
  responseExample: {
    images: [
      {
        imageId: EXAMPLE_IMAGE,
        metadata: EXAMPLE_METADATA,
        createdAt: '2026-11-01T09:00:00.000Z',
        deletedAt: '2026-11-21T09:00:00.000Z',
        keptUntil: '2026-11-28T09:00:00.000Z',
        originalUrl: null,
        ...EXAMPLE_FACTS,
      },
    ],
    cursor: null,
  },
  problems: [],
} as const satisfies Endpoint;

const restoreImage = {
  ...called('restore-image'),
  summary: 'Restore a deleted image',
  description:
    'Saves an image of the bin again: same ID and address, metadata and focal point. It counts as an image again, and is refused as a save is if the plan has no room. Repeating the call changes nothing.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'save-temporary-image',
  request: IMAGE_REQUEST,
  response: z.object({
    message: z.literal('image_restored'),
    imageId: z.string(),
    imageUrl: z.string(),
    review: savedReviewField,
  }),
  responseExample: {
    message: 'image_restored',
    imageId: EXAMPLE_IMAGE,
    imageUrl: EXAMPLE_URL,
  },
  problems: ['image_not_found', 'image_quota_exceeded'],
} as const satisfies Endpoint;

/** In the order of the documents. */
export const keptImageCalls = {
  listImageVersions,
  restoreImageVersion,
  deleteImageVersion,
  listBin,
  restoreImage,
} as const satisfies Record<string, Endpoint>;
