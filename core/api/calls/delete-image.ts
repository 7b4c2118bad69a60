import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

export const deleteImage = {
  name: 'delete-image',
  path: '/api/v1/delete-image',
  summary: 'Delete an image',
  description:
    'The origin stops serving the image immediately, the CDN shortly afterwards. Repeating the call returns the same response.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      imageUrl: z.optional(referenceField('image', 'Alias of `imageId`.')),
    }),
    references: { imageId: 'image', imageUrl: 'image' },
    exactlyOne: [['imageId', 'imageUrl']],
    readAs: { imageUrl: 'imageId' },
    example: { imageId: EXAMPLE_IMAGE },
  },
  response: z.object({ message: z.literal('image_marked_for_deletion') }),
  responseExample: { message: 'image_marked_for_deletion' },
  problems: ['image_not_found', 'conflicting_fields'],
} as const satisfies Endpoint;
