import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE, EXAMPLE_IMAGE_FACTS } from './examples.ts';
import { imageShape } from './shapes.ts';

export const getImage = {
  name: 'get-image',
  path: '/api/v1/get-image',
  summary: 'Describe an image',
  description: 'Returns the URL, the metadata and the properties of a saved image.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
    }),
    references: { imageId: 'image' },
    exactlyOne: [['imageId']],
    example: { imageId: EXAMPLE_IMAGE },
  },
  response: imageShape,
  responseExample: EXAMPLE_IMAGE_FACTS,
  problems: ['image_not_found'],
} as const satisfies Endpoint;
