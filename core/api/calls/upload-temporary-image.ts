import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { EXAMPLE_TEMPORARY } from './examples.ts';

export const uploadTemporaryImage = {
  name: 'upload-temporary-image',
  path: '/api/v1/upload-temporary-image/{uploadKey}',
  summary: 'Upload a temporary image',
  description:
    'Accepts the raw bytes of an image from a browser or any other client. The temporary image expires after 24 hours unless it is saved.',
  credential: { kind: 'uploadKey' },
  functionName: 'upload-temporary-image',
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
} as const satisfies Endpoint;
