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
  description: `Deletes up to ${maxImagesDeletedAtOnce} images as delete-image does. Select them by ID or URL, or by one key and value of metadata, newest first. The response has the outcome of each image; an unknown image does not stop the others. While \`hasMore\` is true, repeat the call to delete more; repeating it is safe.`,
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
          'CDN URLs or IDs of images; duplicates count once.',
        ),
      ),
      metadata: z.optional(metadataPairField('One metadata key with its value.')),
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
