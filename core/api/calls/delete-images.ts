import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, metadataPairField } from '../fields.ts';
import { referencesField } from '../reference-fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

const { maxImagesDeletedAtOnce } = LIMITS;
/** `busy`: not deleted, because there was no time left for it or too much was written at once. */
const OUTCOMES = ['image_marked_for_deletion', 'image_not_found', 'busy'] as const;

const receipt = z.object({
  images: z.array(z.object({ imageId: z.string(), outcome: z.enum(OUTCOMES) })),
  /** Whether the same call would delete more. */
  hasMore: z.boolean(),
});

/** What delete-images answers: what became of each image. */
export type DeletionReceipt = z.infer<typeof receipt>;

export const deleteImages = {
  name: 'delete-images',
  path: '/api/v1/delete-images',
  summary: 'Delete many images',
  description: `Deletes up to ${maxImagesDeletedAtOnce} images as delete-image does: those that are named, or those that have one key and value of metadata, the newest first. The answer says what became of each; one that is unknown keeps no other from being deleted. While \`hasMore\` is true, the same call deletes more; repeating it is safe.`,
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageIds: z.optional(
        referencesField(
          maxImagesDeletedAtOnce,
          'CDN URLs or IDs of images, one that is named twice counts once.',
        ),
      ),
      metadata: z.optional(metadataPairField('One key, and the value that the images have.')),
    }),
    references: {},
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
