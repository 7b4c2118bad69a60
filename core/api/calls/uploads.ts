import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { REFUSAL_REASONS } from '../../images/direct-upload.ts';
import type { TemporaryState } from '../../images/image-states.ts';
import { called, type Endpoint, type JsonRequest } from '../endpoint.ts';
import {
  anyTextField,
  callersProjectField,
  integerField,
  referenceField,
  textField,
} from '../fields.ts';
import { EXAMPLE_TEMPORARY } from './examples.ts';

/** The response of both uploads of bytes. */
const UPLOADED = {
  response: z.object({ temporaryImageUrl: z.string(), expiresAt: z.string() }),
  responseExample: {
    temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
    expiresAt: '2026-11-22T09:00:00.000Z',
  },
} as const;

const UPLOAD_PROBLEMS = [
  'invalid_image',
  'content_type_mismatch',
  'image_too_large',
  'rate_limited',
  'upload_limit_exceeded',
] as const;

const uploadTemporaryImage = {
  ...called('upload-temporary-image', '/{uploadKey}'),
  summary: 'Upload a temporary image',
  description:
    'Accepts the raw bytes of an image from a browser or any other client. The temporary image expires after 24 hours unless it is saved.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-temporary-image',
  hasCors: true,
  isRateLimited: true,
  request: { kind: 'bytes' },
  ...UPLOADED,
  problems: UPLOAD_PROBLEMS,
} as const satisfies Endpoint;

const uploadProjectImage = {
  ...called('upload-project-image'),
  summary: 'Upload a temporary image to your project',
  description:
    'As upload-temporary-image, for a back end and for signed-in users: no upload key is needed, and no origin is checked. Save the temporary image with save-temporary-image.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'upload-temporary-image',
  isRateLimited: true,
  request: { kind: 'bytes' },
  ...UPLOADED,
  problems: [...UPLOAD_PROBLEMS, 'validation_failed'],
} as const satisfies Endpoint;

const uploadFromUrl = {
  ...called('upload-from-url'),
  summary: 'Upload a temporary image from a URL',
  description: `As upload-project-image, with the image at a public https URL. The service reads at most ${LIMITS.maxSourceBytes} bytes within ${LIMITS.sourceTimeoutMs / 1000} seconds, and follows at most ${LIMITS.maxSourceRedirects} redirects. The file name comes from the Content-Disposition header, or from the URL.`,
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'upload-from-url',
  isRateLimited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      url: z.optional(
        textField(
          LIMITS.maxSourceUrlLength,
          'URL of the image: https on port 443, a public host name, no user name, password or fragment.',
        ),
      ),
      originalFilename: z.optional(
        anyTextField('Original name of the file, in place of the name that the server gives.'),
      ),
    }),
    exactlyOne: [['url']],
    example: { url: 'https://photos.example/2026/bridge.jpg' },
  },
  ...UPLOADED,
  problems: [
    'invalid_image',
    'image_too_large',
    'rate_limited',
    'upload_limit_exceeded',
    'url_not_allowed',
    'url_unreachable',
  ],
} as const satisfies Endpoint;

const MAX_TYPE_LENGTH = 255;

const DIRECT_UPLOAD_FIELDS = {
  contentType: z.optional(
    textField(
      MAX_TYPE_LENGTH,
      'Content type of the image: one that upload-temporary-image accepts. With `application/octet-stream` the bytes decide.',
    ),
  ),
  bytes: z.optional(
    integerField(
      1,
      Number.MAX_SAFE_INTEGER,
      `Size of the image in bytes; the form accepts no more. A size above ${LIMITS.maxDirectUploadBytes} returns 413.`,
    ),
  ),
  originalFilename: z.optional(anyTextField('Original name of the file.')),
};

const DIRECT_UPLOAD_REQUEST = {
  kind: 'json',
  schema: z.strictObject(DIRECT_UPLOAD_FIELDS),
  exactlyOne: [['contentType'], ['bytes']],
  example: { contentType: 'image/jpeg', bytes: 12_000_000, originalFilename: 'bridge.jpg' },
} as const satisfies JsonRequest;

/** The response of both calls for a form. */
const FORM = {
  response: z.object({
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    temporaryImageUrl: z.string(),
    expiresAt: z.string(),
  }),
  responseExample: {
    url: 'https://incoming.s3.eu-central-1.amazonaws.com/',
    fields: {
      'Content-Type': 'image/jpeg',
      key: EXAMPLE_TEMPORARY,
      Policy: 'eyJleHBpcmF0aW9uIjoi…',
      'X-Amz-Signature': '3f2a…',
    },
    temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
    expiresAt: '2026-11-22T09:00:00.000Z',
  },
  problems: ['rate_limited', 'upload_limit_exceeded'],
} as const;

const createDirectUpload = {
  ...called('create-direct-upload', '/{uploadKey}'),
  summary: 'Create the form of a direct upload',
  description:
    'For images that are too large for upload-temporary-image. Within ten minutes, send the returned fields to the returned URL as multipart/form-data, with the bytes last in a field `file`. ' +
    'The temporary image is pending (409 temporary_image_pending) until the bytes have arrived and been validated; get-direct-upload returns its state. ' +
    'If the bytes are rejected, the temporary image is refused; get-direct-upload and save-temporary-image return the reason.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-key-calls',
  hasCors: true,
  isRateLimited: true,
  request: DIRECT_UPLOAD_REQUEST,
  ...FORM,
} as const satisfies Endpoint;

const createProjectUpload = {
  ...called('create-project-upload'),
  summary: 'Create the form of a direct upload to your project',
  description:
    'As create-direct-upload, for a back end and for signed-in users: no upload key is needed, and no origin is checked.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'upload-key-calls',
  isRateLimited: true,
  request: {
    ...DIRECT_UPLOAD_REQUEST,
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      ...DIRECT_UPLOAD_FIELDS,
    }),
  },
  ...FORM,
} as const satisfies Endpoint;

const STATES: Readonly<Record<TemporaryState, true>> = {
  pending: true,
  temporary: true,
  refused: true,
  expired: true,
};

const TEMPORARY_FIELD = {
  temporaryImageUrl: z.optional(
    referenceField('temporary', 'CDN URL or ID of the temporary image.'),
  ),
};

const UPLOAD_STATE_REQUEST = {
  kind: 'json',
  schema: z.strictObject(TEMPORARY_FIELD),
  references: { temporaryImageUrl: 'temporary' },
  exactlyOne: [['temporaryImageUrl']],
  readAs: { temporaryImageUrl: 'temporaryImageId' },
  example: { temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg` },
} as const satisfies JsonRequest;

/** The response of both calls for the state of an upload. */
const UPLOAD_STATE = {
  response: z.object({
    state: z.enum(Object.keys(STATES) as TemporaryState[]),
    temporaryImageUrl: z.string(),
    expiresAt: z.string(),
    /** Why the bytes were rejected; null in every other state. */
    reason: z.nullable(z.enum(REFUSAL_REASONS)),
    /** The same as a sentence for users, if there is one. */
    detail: z.nullable(z.string()),
  }),
  responseExample: {
    state: 'pending',
    temporaryImageUrl: `https://cdn.example.com/res/${EXAMPLE_TEMPORARY}.jpg`,
    expiresAt: '2026-11-22T09:00:00.000Z',
    reason: null,
    detail: null,
  },
  problems: ['temporary_image_not_found', 'image_taken_down'],
} as const;

const getDirectUpload = {
  ...called('get-direct-upload', '/{uploadKey}'),
  summary: 'Get the state of a direct upload',
  description:
    'Returns `pending` until the bytes have arrived and been validated, then `temporary`: the image is served and can be saved. It returns `refused` with the `reason` if the bytes were rejected, and `expired` if they never came or the temporary image has ended unsaved. Each state has the status 200. Ask again after half a second, then in growing pauses.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-key-calls',
  hasCors: true,
  request: UPLOAD_STATE_REQUEST,
  ...UPLOAD_STATE,
} as const satisfies Endpoint;

const getProjectUpload = {
  ...called('get-project-upload'),
  summary: 'Get the state of a direct upload to your project',
  description:
    'As get-direct-upload, for a back end and for signed-in users: no upload key is needed, and no origin is checked.',
  credential: { kind: 'apiKey', scope: 'images:save', role: 'editor' },
  functionName: 'upload-key-calls',
  request: {
    ...UPLOAD_STATE_REQUEST,
    schema: z.strictObject({ projectId: z.optional(callersProjectField()), ...TEMPORARY_FIELD }),
  },
  ...UPLOAD_STATE,
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const uploadCalls = {
  uploadTemporaryImage,
  createDirectUpload,
  getDirectUpload,
  uploadProjectImage,
  uploadFromUrl,
  createProjectUpload,
  getProjectUpload,
} as const satisfies Record<string, Endpoint>;
