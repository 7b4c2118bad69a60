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
    'Lists saved images, newest first, page by page. With `metadata`, lists only images with that key and value. For the next page, send the returned cursor with the same metadata. A null cursor marks the last page.',
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
          `Maximum number of images per page; ${defaultListedImages} if absent.`,
        ),
      ),
      cursor: z.optional(
        cursorField('The cursor of the previous page; absent for the first page.'),
      ),
      metadata: z.optional(metadataPairField('One metadata key with its value.')),
    }),
    references: {},
    exactlyOne: [],
    example: { limit: 20, metadata: { product_id: '4711' } },
  },
  response: z.object({ images: z.array(imageShape), cursor: z.nullable(z.string()) }),
  responseExample: { images: [EXAMPLE_IMAGE_FACTS], cursor: null },
  problems: [],
} as const satisfies Endpoint;
