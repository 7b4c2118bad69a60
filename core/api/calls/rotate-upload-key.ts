import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { integerField, projectIdField } from '../fields.ts';
import { keyIdField, momentField } from '../key-fields.ts';
import {
  EXAMPLE_KEY_REFERENCE,
  EXAMPLE_UPLOAD,
  EXAMPLE_UPLOAD_KEY,
  keyShape,
  LEADS_KEYS,
  rotatedExample,
} from './key-shapes.ts';

const { maxOverlapHours, defaultOverlapHours } = LIMITS;

export const rotateUploadKey = {
  ...LEADS_KEYS,
  isAudited: true,
  name: 'rotate-upload-key',
  path: '/api/v1/rotate-upload-key',
  summary: 'Replace an upload key',
  description:
    'Makes a new key of the same name, and lets the old one end when the overlap is over, or by its own end if that is sooner. Of several rotations of one key, at once or later, one is carried out.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      keyId: z.optional(keyIdField()),
      overlapHours: z.optional(
        integerField(
          0,
          maxOverlapHours,
          `Hours that the old key goes on working; 0: it ends at once; ${defaultOverlapHours} if absent.`,
        ),
      ),
      expiresAt: z.optional(
        momentField('When the new key ends by itself; when the old one would have if absent.'),
      ),
    }),
    references: {},
    exactlyOne: [['projectId'], ['keyId']],
    example: { ...EXAMPLE_KEY_REFERENCE, overlapHours: 24 },
  },
  response: z.object({ key: keyShape, uploadKey: z.string(), previousKey: keyShape }),
  responseExample: { ...rotatedExample(EXAMPLE_UPLOAD), uploadKey: EXAMPLE_UPLOAD_KEY },
  problems: ['key_not_found', 'key_not_rotatable', 'key_limit_reached'],
} as const satisfies Endpoint;
