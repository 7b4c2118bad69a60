import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField, trueField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

export const purgeImage = {
  name: 'purge-image',
  path: '/api/v1/purge-image',
  summary: 'Have the renditions of an image made anew',
  description:
    'From the answer on no rendition made before is served by the origin, and shortly after none by the CDN. The image stays. What is made anew in the month it was counted in costs no quota.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      renditionsOnly: z.optional(
        trueField('Says that the image itself stays: delete-image deletes it.'),
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
