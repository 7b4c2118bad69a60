import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { metadataField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_METADATA, EXAMPLE_TEMPORARY } from './examples.ts';

export const saveTemporaryImage = {
  name: 'save-temporary-image',
  path: '/api/v1/save-temporary-image',
  summary: 'Save a temporary image',
  description:
    'Makes a temporary image permanent. A retry is safe: the same request returns the same response.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'keysOnly' },
  functionName: 'save-temporary-image',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      temporaryImageUrl: z.optional(
        referenceField('temporary', 'CDN URL or ID of the temporary image.'),
      ),
      metadata: z.optional(metadataField('Metadata to store with the image.')),
    }),
    references: { temporaryImageUrl: 'temporary' },
    exactlyOne: [['temporaryImageUrl']],
    readAs: { temporaryImageUrl: 'temporaryImageId' },
    example: {
      temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
      metadata: EXAMPLE_METADATA,
    },
  },
  response: z.object({ imageId: z.string(), imageUrl: z.string() }),
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`,
  },
  problems: [
    'temporary_image_not_found',
    'temporary_image_pending',
    'temporary_image_refused',
    'temporary_image_expired',
    'already_saved',
    'image_taken_down',
    'image_quota_exceeded',
  ],
} as const satisfies Endpoint;
