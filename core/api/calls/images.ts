import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import {
  callersProjectField,
  focalPointField,
  metadataChangeField,
  metadataField,
  referenceField,
} from '../fields.ts';
import { deleteImage, deleteImages, getDeletionStatus, purgeImage } from './deletions.ts';
import {
  EXAMPLE_IMAGE,
  EXAMPLE_IMAGE_FACTS,
  EXAMPLE_METADATA,
  EXAMPLE_TEMPORARY,
} from './examples.ts';
import { IMAGE_REQUEST } from './image-request.ts';
import { imageSchema } from './image-schema.ts';
import { getImageUsage } from './image-usage.ts';
import { listImages } from './list-images.ts';
import { createAccessGrant, updateImageVisibility, visibilityField } from './private-images.ts';
import { savedReviewField } from './reviews.ts';

const getImage = {
  ...called('get-image'),
  summary: 'Describe an image',
  description: 'Returns the URL, the metadata and the properties of a saved image.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  request: IMAGE_REQUEST,
  response: imageSchema,
  responseExample: EXAMPLE_IMAGE_FACTS,
  problems: ['image_not_found'],
} as const satisfies Endpoint;

const updateImageMetadata = {
  ...called('update-image-metadata'),
  summary: 'Change the metadata and the focal point of an image',
  description:
    '`add` merges values into the existing metadata; `set` replaces all of it. A null value deletes a key. `addMetadata` is an alias of `add`. `focalPoint` is the point of the image that `fit=cover` keeps if a URL has no `position`; null removes it. It may stand alone or beside one of the others, and both change in one write. Its change makes renditions again and purges the CDN, as purge-image does.',
  credential: { kind: 'apiKey', scope: 'metadata:write', role: 'editor' },
  functionName: 'update-image-metadata',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageUrl: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      add: z.optional(metadataChangeField('Values to add; other keys stay.')),
      addMetadata: z.optional(metadataChangeField('Alias of `add`.')),
      set: z.optional(metadataField('Metadata that replaces all existing metadata.')),
      focalPoint: z.optional(
        focalPointField(
          'Fractions of the width and the height of the upright image, in the form of `position`; null removes the point.',
        ),
      ),
    }),
    references: { imageUrl: 'image' },
    exactlyOne: [['imageUrl'], ['add', 'addMetadata', 'set']],
    orBeside: 'focalPoint',
    readAs: { imageUrl: 'imageId', addMetadata: 'add' },
    example: { imageUrl: EXAMPLE_IMAGE, add: EXAMPLE_METADATA },
  },
  response: z.object({
    message: z.literal('metadata_updated'),
    metadata: z.record(z.string(), z.string()),
  }),
  responseExample: { message: 'metadata_updated', metadata: EXAMPLE_METADATA },
  problems: ['image_not_found', 'conflicting_fields'],
} as const satisfies Endpoint;

const saveTemporaryImage = {
  ...called('save-temporary-image'),
  summary: 'Save a temporary image',
  description:
    'Makes a temporary image permanent. A retry is safe: the same request returns the same response. In a project with moderation the response has the state of the review, `pending` at first: visitors get the image when review-image approves it.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'save-temporary-image',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      temporaryImageUrl: z.optional(
        referenceField('temporary', 'CDN URL or ID of the temporary image.'),
      ),
      metadata: z.optional(metadataField('Metadata to store with the image.')),
      focalPoint: z.optional(
        focalPointField(
          'Point that `fit=cover` keeps if a URL has no `position`: fractions of the width and the height of the upright image. null is the same as none.',
        ),
      ),
      visibility: z.optional(
        visibilityField('Visibility of the image; `defaultVisibility` of its project if absent.'),
      ),
    }),
    references: { temporaryImageUrl: 'temporary' },
    exactlyOne: [['temporaryImageUrl']],
    readAs: { temporaryImageUrl: 'temporaryImageId' },
    example: {
      temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
      metadata: EXAMPLE_METADATA,
    },
  },
  response: z.object({ imageId: z.string(), imageUrl: z.string(), review: savedReviewField }),
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`,
  },
  problems: [
    'temporary_image_not_found',
    'temporary_image_pending',
    'temporary_image_refused',
    'temporary_image_expired',
    'already_saved',
    'image_taken_down',
    'image_quota_exceeded',
  ],
} as const satisfies Endpoint;

const replaceImage = {
  ...called('replace-image'),
  summary: 'Replace the bytes of an image',
  description:
    'Gives an image the bytes of a temporary image. Its ID, its metadata and its focal point stay; `metadata` and `focalPoint` replace them. The old bytes are erased as by delete-image: the origin stops sending them immediately, the CDN shortly afterwards. Another format changes the extension in `imageUrl`; the old address still works. Browsers may show the old image until their `max-age` ends. A retry is safe. In a project with moderation visitors get the image when review-image approves the new bytes.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'save-temporary-image',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      temporaryImageUrl: z.optional(
        referenceField('temporary', 'CDN URL or ID of the temporary image with the new bytes.'),
      ),
      metadata: z.optional(metadataField('Metadata that replaces all existing metadata.')),
      focalPoint: z.optional(
        focalPointField(
          'Point that `fit=cover` keeps if a URL has no `position`: fractions of the width and the height of the new upright image. null removes the point.',
        ),
      ),
    }),
    references: { imageId: 'image', temporaryImageUrl: 'temporary' },
    exactlyOne: [['imageId'], ['temporaryImageUrl']],
    readAs: { temporaryImageUrl: 'temporaryImageId' },
    example: {
      imageId: EXAMPLE_IMAGE,
      temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
    },
  },
  response: z.object({
    message: z.literal('image_replaced'),
    imageId: z.string(),
    imageUrl: z.string(),
    review: savedReviewField,
  }),
  responseExample: {
    message: 'image_replaced',
    imageId: EXAMPLE_IMAGE,
    imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`,
  },
  problems: [
    'image_not_found',
    'temporary_image_not_found',
    'temporary_image_pending',
    'temporary_image_refused',
    'temporary_image_expired',
    'already_saved',
    'image_taken_down',
    'review_pending',
  ],
} as const satisfies Endpoint;

const explanation = z.object({
  imageId: z.string(),
  /** Parameters that were understood, by name. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Unknown names: a hundred at most, long ones shortened. */
  ignored: z.array(z.string()),
  /** For up to five of them the nearest parameter, or `extension` for a format. */
  didYouMean: z.array(z.object({ ignored: z.string(), nearest: z.string() })),
  errors: z.array(
    z.object({ parameter: z.nullable(z.string()), code: z.string(), detail: z.string() }),
  ),
  /** The wish for a gain map (`hdr`), of the URL or the project, that the result can't meet. */
  withoutEffect: z.array(z.object({ parameter: z.string(), code: z.string(), detail: z.string() })),
  output: z.nullable(z.object({ format: z.string(), width: z.int(), height: z.int() })),
  /** Null if the stored image itself is served. */
  renditionKey: z.nullable(z.string()),
  stored: z.boolean(), // it is served without being made
  /** The maximum that the next request would count. */
  transformations: z.int(),
  /** CPU at the most, of a refused one too; null where no rendition would be made. */
  price: z.nullable(z.object({ milliseconds: z.int(), maxMilliseconds: z.int() })),
});

/** The result of explain-transformation. */
export type Explanation = z.infer<typeof explanation>;

const explainTransformation = {
  ...called('explain-transformation'),
  summary: 'Explain the response to an image URL',
  description:
    'Parses a URL with its query as delivery does and returns the result. A query that delivery would reject returns 200 with its errors. Presets and allowed sizes of the project apply; a signature is not checked. For .auto the result is the final format for a browser that accepts AVIF and WebP.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
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
    didYouMean: [],
    errors: [],
    withoutEffect: [],
    output: { format: 'webp', width: 400, height: 300 },
    renditionKey: 'scale400x300-q80.webp',
    stored: false,
    transformations: 1,
    price: { milliseconds: 176, maxMilliseconds: LIMITS.maxRenditionPriceMs },
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const imageCalls = {
  deleteImage,
  deleteImages,
  getImage,
  getImageUsage,
  listImages,
  updateImageMetadata,
  updateImageVisibility,
  createAccessGrant,
  saveTemporaryImage,
  replaceImage,
  purgeImage,
  getDeletionStatus,
  explainTransformation,
} as const satisfies Record<string, Endpoint>;
