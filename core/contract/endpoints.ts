import * as z from 'zod/mini';
import type { Scope } from '../projects/credentials.ts';
import { metadataField, type ReferenceKind, referenceField } from './fields.ts';
import type { ProblemCode } from './problems.ts';

export interface JsonRequest {
  readonly kind: 'json';
  readonly schema: z.ZodMiniObject;
  /** Fields that are "CDN URL or ID", and of what. */
  readonly references: Readonly<Record<string, ReferenceKind>>;
  /** Of each group of fields exactly one is given. */
  readonly exactlyOne: readonly (readonly string[])[];
  readonly example: Readonly<Record<string, unknown>>;
}

export interface BytesRequest {
  readonly kind: 'bytes';
}

export interface Endpoint {
  readonly name: string;
  /** API Gateway's spelling, path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly credential:
    | { readonly kind: 'apiKey'; readonly scope: Scope }
    | { readonly kind: 'uploadKey' };
  /** Callable from a browser on an allowed origin. */
  readonly hasCors: boolean;
  readonly request: JsonRequest | BytesRequest;
  readonly response: z.ZodMiniObject;
  readonly responseExample: Readonly<Record<string, unknown>>;
  /** Those of its own; every endpoint has COMMON_PROBLEMS and those of its credential and body too. */
  readonly problems: readonly ProblemCode[];
}

export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'method_not_allowed',
  'internal_error',
  'busy',
];
export const CREDENTIAL_PROBLEMS = {
  apiKey: ['missing_api_key', 'invalid_api_key', 'insufficient_scope'],
  uploadKey: ['invalid_upload_key', 'origin_not_allowed'],
} as const satisfies Record<Endpoint['credential']['kind'], readonly ProblemCode[]>;
export const BODY_PROBLEMS = {
  json: [
    'unsupported_media_type',
    'payload_too_large',
    'invalid_json',
    'validation_failed',
    'invalid_image_reference',
  ],
  bytes: ['unsupported_media_type', 'payload_too_large'],
} as const satisfies Record<Endpoint['request']['kind'], readonly ProblemCode[]>;

const EXAMPLE_IMAGE = `img_${'a'.repeat(26)}`;
const EXAMPLE_TEMPORARY = `tmp_${'a'.repeat(26)}`;
const EXAMPLE_METADATA = { alt_text: 'A red bridge', product_id: '4711' };

/** THE table of API calls: routes, credentials, bodies, answers, problems. */
export const ENDPOINTS = {
  uploadTemporaryImage: {
    name: 'upload-temporary-image',
    path: '/api/v1/upload-temporary-image/{uploadKey}',
    summary: 'Upload a temporary image',
    description:
      'Takes the raw bytes of an image from a browser or any client. It lives for 24 hours unless it is saved.',
    credential: { kind: 'uploadKey' },
    hasCors: true,
    request: { kind: 'bytes' },
    response: z.object({ temporaryImageUrl: z.string(), expiresAt: z.string() }),
    responseExample: {
      temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
      expiresAt: '2026-11-22T09:00:00.000Z',
    },
    problems: [
      'invalid_image',
      'content_type_mismatch',
      'image_too_large',
      'rate_limited',
      'upload_limit_exceeded',
    ],
  },
  saveTemporaryImage: {
    name: 'save-temporary-image',
    path: '/api/v1/save-temporary-image',
    summary: 'Save a temporary image',
    description:
      'Makes a temporary image permanent. Sending the same again answers the same, so that a retry is safe.',
    credential: { kind: 'apiKey', scope: 'images:save' },
    hasCors: false,
    request: {
      kind: 'json',
      schema: z.strictObject({
        temporaryImageUrl: z.optional(
          referenceField('temporary', 'CDN URL or ID of the temporary image.'),
        ),
        metadata: z.optional(metadataField('Metadata to store with the image.')),
      }),
      references: { temporaryImageUrl: 'temporary' },
      exactlyOne: [['temporaryImageUrl']],
      example: {
        temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
        metadata: EXAMPLE_METADATA,
      },
    },
    response: z.object({ imageId: z.string(), imageUrl: z.string() }),
    responseExample: {
      imageId: EXAMPLE_IMAGE,
      imageUrl: `https://cdn.example.com/res/${EXAMPLE_IMAGE}.jpg`,
    },
    problems: [
      'temporary_image_not_found',
      'temporary_image_expired',
      'already_saved',
      'image_quota_exceeded',
    ],
  },
  updateImageMetadata: {
    name: 'update-image-metadata',
    path: '/api/v1/update-image-metadata',
    summary: 'Change the metadata of an image',
    description:
      '`add` keeps what is there, `set` replaces all of it; null deletes a key. `addMetadata` is the same as `add`.',
    credential: { kind: 'apiKey', scope: 'metadata:write' },
    hasCors: false,
    request: {
      kind: 'json',
      schema: z.strictObject({
        imageUrl: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
        add: z.optional(metadataField('Values to add without clearing others.')),
        addMetadata: z.optional(metadataField('The same as `add`.')),
        set: z.optional(metadataField('Metadata that replaces all that there is.')),
      }),
      references: { imageUrl: 'image' },
      exactlyOne: [['imageUrl'], ['add', 'addMetadata', 'set']],
      example: { imageUrl: EXAMPLE_IMAGE, add: EXAMPLE_METADATA },
    },
    response: z.object({
      message: z.literal('metadata_updated'),
      metadata: z.record(z.string(), z.string()),
    }),
    responseExample: { message: 'metadata_updated', metadata: EXAMPLE_METADATA },
    problems: ['image_not_found', 'conflicting_fields'],
  },
  deleteImage: {
    name: 'delete-image',
    path: '/api/v1/delete-image',
    summary: 'Delete an image',
    description:
      'The image is gone at the origin at once and from the CDN shortly after. Repeating it answers the same.',
    credential: { kind: 'apiKey', scope: 'images:delete' },
    hasCors: false,
    request: {
      kind: 'json',
      schema: z.strictObject({
        imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
        imageUrl: z.optional(referenceField('image', 'The same as `imageId`.')),
      }),
      references: { imageId: 'image', imageUrl: 'image' },
      exactlyOne: [['imageId', 'imageUrl']],
      example: { imageId: EXAMPLE_IMAGE },
    },
    response: z.object({ message: z.literal('image_marked_for_deletion') }),
    responseExample: { message: 'image_marked_for_deletion' },
    problems: ['image_not_found', 'conflicting_fields'],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Every problem that a call can answer with, in no particular order, each once. */
export function problemsOf(endpoint: Endpoint): ProblemCode[] {
  return [
    ...new Set([
      ...COMMON_PROBLEMS,
      ...CREDENTIAL_PROBLEMS[endpoint.credential.kind],
      ...BODY_PROBLEMS[endpoint.request.kind],
      ...endpoint.problems,
    ]),
  ];
}
