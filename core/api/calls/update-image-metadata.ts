import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { metadataChangeField, metadataField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_METADATA } from './examples.ts';

export const updateImageMetadata = {
  name: 'update-image-metadata',
  path: '/api/v1/update-image-metadata',
  summary: 'Change the metadata of an image',
  description:
    '`add` merges values into the existing metadata; `set` replaces all of it. A null value deletes a key. `addMetadata` is an alias of `add`.',
  credential: { kind: 'apiKey', scope: 'metadata:write', role: 'keysOnly' },
  functionName: 'update-image-metadata',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      imageUrl: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      add: z.optional(metadataChangeField('Values to add; other keys stay.')),
      addMetadata: z.optional(metadataChangeField('Alias of `add`.')),
      set: z.optional(metadataField('Metadata that replaces all existing metadata.')),
    }),
    references: { imageUrl: 'image' },
    exactlyOne: [['imageUrl'], ['add', 'addMetadata', 'set']],
    readAs: { imageUrl: 'imageId', addMetadata: 'add' },
    example: { imageUrl: EXAMPLE_IMAGE, add: EXAMPLE_METADATA },
  },
  response: z.object({
    message: z.literal('metadata_updated'),
    metadata: z.record(z.string(), z.string()),
  }),
  responseExample: { message: 'metadata_updated', metadata: EXAMPLE_METADATA },
  problems: ['image_not_found', 'conflicting_fields'],
} as const satisfies Endpoint;
