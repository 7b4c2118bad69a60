import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, cursorField, integerField, metadataPairField } from '../fields.ts';
import { EXAMPLE_IMAGE_FACTS } from './examples.ts';
import { imageShape } from './shapes.ts';

const { maxListedImages, defaultListedImages } = LIMITS;

export const listImages = {
  name: 'list-images',
  path: '/api/v1/list-images',
  summary: "List the project's images",
  description:
    'Saved images, newest first, page by page; those with one key and value of metadata where that is given. Send the cursor of an answer, with the same metadata, for what follows; null: there is nothing more.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      limit: z.optional(
        integerField(
          1,
          maxListedImages,
          `Most images of a page; ${defaultListedImages} if absent.`,
        ),
      ),
      cursor: z.optional(cursorField('Where to go on: the cursor of the answer before.')),
      metadata: z.optional(metadataPairField('One key, and the value that it has.')),
    }),
    references: {},
    exactlyOne: [],
    example: { limit: 20, metadata: { product_id: '4711' } },
  },
  response: z.object({ images: z.array(imageShape), cursor: z.nullable(z.string()) }),
  responseExample: { images: [EXAMPLE_IMAGE_FACTS], cursor: null },
  problems: [],
} as const satisfies Endpoint;
