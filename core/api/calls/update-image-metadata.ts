import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { metadataChangeField, metadataField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_METADATA } from './examples.ts';

export const updateImageMetadata = {
  name: 'update-image-metadata',
  path: '/api/v1/update-image-metadata',
  summary: 'Change the metadata of an image',
  description:
    '`add` keeps what is there, `set` replaces all of it; null deletes a key. `addMetadata` is the same as `add`.',
  credential: { kind: 'apiKey', scope: 'metadata:write' },
  functionName: 'update-image-metadata',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      imageUrl: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      add: z.optional(metadataChangeField('Values to add without clearing others.')),
      addMetadata: z.optional(metadataChangeField('The same as `add`.')),
      set: z.optional(metadataField('Metadata that replaces all that there is.')),
    }),
    references: { imageUrl: 'image' },
    exactlyOne: [['imageUrl'], ['add', 'addMetadata', 'set']],
    example: { imageUrl: EXAMPLE_IMAGE, add: EXAMPLE_METADATA },
  },
  response: z.object({
    message: z.literal('metadata_updated'),
    metadata: z.record(z.string(), z.string()),
  }),
  responseExample: { message: 'metadata_updated', metadata: EXAMPLE_METADATA },
  problems: ['image_not_found', 'conflicting_fields'],
} as const satisfies Endpoint;
