import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, choiceField, metadataPairsField, pageFields } from '../fields.ts';
import { momentField } from '../key-fields.ts';
import { formatsField, searchField, sha256Field } from '../search-fields.ts';
import { EXAMPLE_IMAGE_FACTS } from './examples.ts';
import { imageSchema } from './image-schema.ts';
import { pendingField } from './reviews.ts';

const { maxListedImages, defaultListedImages, maxListedPairs, maxSearchedWords } = LIMITS;

const CONDITIONS = {
  metadata: z.optional(
    metadataPairsField(
      maxListedPairs,
      `Metadata keys with their values, at most ${maxListedPairs}: lists only images with all of them.`,
    ),
  ),
  search: z.optional(
    searchField(
      `Words, at most ${maxSearchedWords}: lists only images whose file name and metadata values have all of them. \`sun*\` finds words that begin with sun.`,
    ),
  ),
  formats: z.optional(formatsField('Lists only images that are stored in one of these formats.')),
  sha256: z.optional(
    sha256Field('Lists only images whose stored bytes have this SHA-256, as get-image answers it.'),
  ),
  createdFrom: z.optional(momentField('Lists only images that were saved then or later.')),
  createdTo: z.optional(momentField('Lists only images that were saved before.')),
  review: z.optional(pendingField()),
};

/** The row of list-images. */
export const listImages = {
  ...called('list-images'),
  summary: "List the project's images",
  description:
    'Lists saved images, newest first, page by page. Each condition lists only the images that meet it, and several are combined. For the next page, send the returned cursor with the same fields. A null cursor marks the last page. With more than one condition a page may have fewer images than its limit, and even none, though more follow.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      ...pageFields('images', maxListedImages, defaultListedImages),
      ...CONDITIONS,
      order: z.optional(choiceField(['newest', 'oldest'], 'The first image; `newest` if absent.')),
    }),
    exactlyOne: [],
    example: { limit: 20, metadata: { product_id: '4711' }, search: 'sum*' },
  },
  response: z.object({ images: z.array(imageSchema), cursor: z.nullable(z.string()) }),
  responseExample: { images: [EXAMPLE_IMAGE_FACTS], cursor: null },
  problems: [],
} as const satisfies Endpoint;
