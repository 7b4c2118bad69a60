import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { anyTextField, integerField, textField } from '../fields.ts';
import { EXAMPLE_TEMPORARY } from './examples.ts';

const MAX_TYPE_LENGTH = 255;

export const createDirectUpload = {
  name: 'create-direct-upload',
  path: '/api/v1/create-direct-upload/{uploadKey}',
  summary: 'Create the form of a direct upload',
  description:
    'For images that are too large for upload-temporary-image. Within ten minutes, send the returned fields to the returned URL as multipart/form-data, with the bytes last in a field `file`. ' +
    'The temporary image is pending (409 temporary_image_pending) until the bytes have arrived and been validated. ' +
    'If the bytes are rejected, the temporary image is refused and save-temporary-image returns the reason.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-key-calls',
  hasCors: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      contentType: z.optional(
        textField(
          MAX_TYPE_LENGTH,
          'Content type of the image: one that upload-temporary-image accepts.',
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
    }),
    references: {},
    exactlyOne: [['contentType'], ['bytes']],
    example: { contentType: 'image/jpeg', bytes: 12_000_000, originalFilename: 'bridge.jpg' },
  },
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
} as const satisfies Endpoint;
