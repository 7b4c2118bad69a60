import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, metadataPairsField, referenceField, trueField } from '../fields.ts';
import { referencesField } from '../reference-fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';
import { IMAGE_REQUEST } from './image-request.ts';

export const deleteImage = {
  ...called('delete-image'),
  summary: 'Delete an image',
  description:
    'The origin stops serving the image immediately, the CDN shortly afterwards. Repeating the call returns the same response. In a project with `keepDays` the bytes stay in the bin for so long, and restore-image saves the image again. `forGood` erases it now, also an image in the bin.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      imageUrl: z.optional(referenceField('image', 'Alias of `imageId`.')),
      forGood: z.optional(trueField('Erases the image, whatever the project keeps.')),
    }),
    references: { imageId: 'image', imageUrl: 'image' },
    exactlyOne: [['imageId', 'imageUrl']],
    readAs: { imageUrl: 'imageId' },
    example: { imageId: EXAMPLE_IMAGE },
  },
  response: z.object({ message: z.literal('image_marked_for_deletion') }),
  responseExample: { message: 'image_marked_for_deletion' },
  problems: ['conflicting_fields', 'image_not_found'],
} as const satisfies Endpoint;

const { maxImagesDeletedAtOnce } = LIMITS;

/** `busy`: not deleted, because of a lack of time or too many concurrent writes. */
const OUTCOMES = ['image_marked_for_deletion', 'image_not_found', 'busy'] as const;

const receipt = z.object({
  images: z.array(z.object({ imageId: z.string(), outcome: z.enum(OUTCOMES) })),
  /** Whether the same call would delete more. */
  hasMore: z.boolean(),
});

/** The result of delete-images: the outcome of each image. */
export type DeletionReceipt = z.infer<typeof receipt>;

export const deleteImages = {
  ...called('delete-images'),
  summary: 'Delete many images',
  description: `Deletes up to ${maxImagesDeletedAtOnce} images as delete-image does. Select them by ID or URL, or by one key and value of metadata, newest first. The response has the outcome of each image; an unknown image does not stop the others. While \`hasMore\` is true, repeat the call to delete more; repeating it is safe.`,
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageIds: z.optional(
        referencesField(
          maxImagesDeletedAtOnce,
          'CDN URLs or IDs of images; duplicates count once.',
        ),
      ),
      metadata: z.optional(metadataPairsField(1, 'One metadata key with its value.')),
      forGood: z.optional(trueField('Erases the images, whatever the project keeps.')),
    }),
    referenceLists: ['imageIds'],
    exactlyOne: [['imageIds', 'metadata']],
    example: { imageIds: [EXAMPLE_IMAGE] },
  },
  response: receipt,
  responseExample: {
    images: [{ imageId: EXAMPLE_IMAGE, outcome: 'image_marked_for_deletion' }],
    hasMore: false,
  },
  problems: ['conflicting_fields'],
} as const satisfies Endpoint;

export const purgeImage = {
  ...called('purge-image'),
  summary: 'Purge the renditions of an image',
  description:
    'From the response on, the origin serves none of the existing renditions; the CDN follows shortly afterwards. The image stays. A rendition that was already counted this month costs no quota when it is made again.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'api-key-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      renditionsOnly: z.optional(
        trueField('Confirms that only renditions are purged; delete-image deletes the image.'),
      ),
    }),
    references: { imageId: 'image' },
    exactlyOne: [['imageId'], ['renditionsOnly']],
    example: { imageId: EXAMPLE_IMAGE, renditionsOnly: true },
  },
  response: z.object({ message: z.literal('renditions_purged') }),
  responseExample: { message: 'renditions_purged' },
  problems: ['image_not_found'],
} as const satisfies Endpoint;

const status = z.object({
  imageId: z.string(),
  state: z.enum(['live', 'deleting', 'deleted']),
  /** In the bin, the time until which it can be restored; null elsewhere. */
  keptUntil: z.nullable(z.string()),
  /** In their order, each with the time when it was done; none for a live image. */
  steps: z.array(z.object({ step: z.string(), at: z.nullable(z.string()) })),
});

/** The result of get-deletion-status. */
export type DeletionStatus = z.infer<typeof status>;

export const getDeletionStatus = {
  ...called('get-deletion-status'),
  summary: 'Show the progress of a deletion',
  description:
    'Returns the completed steps of the deletion of an image, each with its time. The receipt is kept for 30 days. Of an image in the bin, `keptUntil` says how long its original stays: it is `deleting`, and `original_removed` is still to come.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'viewer' },
  functionName: 'api-key-calls',
  request: IMAGE_REQUEST,
  response: status,
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    state: 'deleting',
    keptUntil: null,
    steps: [
      { step: 'marked', at: '2026-11-21T09:00:00.000Z' },
      { step: 'origin_closed', at: '2026-11-21T09:00:00.210Z' },
      { step: 'renditions_removed', at: '2026-11-21T09:00:00.480Z' },
      { step: 'original_removed', at: '2026-11-21T09:00:00.560Z' },
      { step: 'temporary_ended', at: '2026-11-21T09:00:00.640Z' },
      { step: 'edge_invalidated', at: '2026-11-21T09:00:00.910Z' },
      { step: 'swept', at: null },
    ],
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;
