import * as z from 'zod/mini';
import type { JsonRequest } from '../endpoint.ts';
import { callersProjectField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

/** A request about one saved image, by its id or URL alone. */
export const IMAGE_REQUEST = {
  kind: 'json',
  schema: z.strictObject({
    projectId: z.optional(callersProjectField()),
    imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
  }),
  references: { imageId: 'image' },
  exactlyOne: [['imageId']],
  example: { imageId: EXAMPLE_IMAGE },
} as const satisfies JsonRequest;
