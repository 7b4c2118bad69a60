import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField, trueField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

export const purgeImage = {
  name: 'purge-image',
  path: '/api/v1/purge-image',
  summary: 'Purge the renditions of an image',
  description:
    'From the response on, the origin serves none of the existing renditions; the CDN follows shortly afterwards. The image stays. A rendition that was already counted this month costs no quota when it is made again.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'api-key-calls',
  hasCors: false,
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
