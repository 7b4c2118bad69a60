import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { anyTextField, integerField, textField } from '../fields.ts';
import { EXAMPLE_TEMPORARY } from './examples.ts';

const MAX_TYPE_LENGTH = 255;

export const createDirectUpload = {
  name: 'create-direct-upload',
  path: '/api/v1/create-direct-upload/{uploadKey}',
  summary: 'Ask for the form of a direct upload',
  description:
    'For pictures that are too large for upload-temporary-image. Send the answered fields and, last, a field `file` with the bytes as multipart/form-data to the answered url, ' +
    'within ten minutes. Until the bytes are there and judged, the temporary image is pending (409 temporary_image_pending); bytes that are refused leave it refused, ' +
    'and save-temporary-image tells why.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-key-calls',
  hasCors: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      contentType: z.optional(
        textField(
          MAX_TYPE_LENGTH,
          'What the picture is: a Content-Type of upload-temporary-image.',
        ),
      ),
      bytes: z.optional(
        integerField(
          1,
          Number.MAX_SAFE_INTEGER,
          `How many bytes it has; the form takes no more. More than ${LIMITS.maxDirectUploadBytes} are answered with 413.`,
        ),
      ),
      originalFilename: z.optional(anyTextField('What the file is called.')),
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
