import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

const explanation = z.object({
  imageId: z.string(),
  /** Parameters that were understood, by name. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Names that mean nothing here: a hundred at most, of a long one its beginning. */
  ignored: z.array(z.string()),
  errors: z.array(
    z.object({ parameter: z.nullable(z.string()), code: z.string(), detail: z.string() }),
  ),
  output: z.nullable(z.object({ format: z.string(), width: z.int(), height: z.int() })),
  /** Null where the stored picture itself is served. */
  renditionKey: z.nullable(z.string()),
  /** It is served without being made. */
  stored: z.boolean(),
  /** What the next request would count, at most. */
  transformations: z.int(),
});

/** What explain-transformation answers. */
export type Explanation = z.infer<typeof explanation>;

export const explainTransformation = {
  name: 'explain-transformation',
  path: '/api/v1/explain-transformation',
  summary: 'Explain the response to an image URL',
  description:
    'Parses a URL with its query as delivery does and returns the result. A query that delivery would reject returns 200 with its errors. Presets and allowed sizes of the project apply; a signature is not checked. For .auto the result is the final format for a browser that accepts AVIF and WebP.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageUrl: z.optional(
        referenceField('address', 'CDN URL of the image with its query, or its ID.'),
      ),
    }),
    references: { imageUrl: 'address' },
    exactlyOne: [['imageUrl']],
    readAs: { imageUrl: 'address' },
    example: {
      imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.webp?width=400&quality=80&utm=x`,
    },
  },
  response: explanation,
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    parameters: { width: 400, quality: 80 },
    ignored: ['utm'],
    errors: [],
    output: { format: 'webp', width: 400, height: 300 },
    renditionKey: 'scale400x300-q80.webp',
    stored: false,
    transformations: 1,
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;
