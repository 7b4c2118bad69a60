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
    'Creates a new key with the same name. The old key expires at the end of the overlap, or at its own expiry if that is sooner. A key can be rotated only once, also under concurrent calls.',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      keyId: z.optional(keyIdField()),
      overlapHours: z.optional(
        integerField(
          0,
          maxOverlapHours,
          `Hours for which the old key keeps working; 0 ends it immediately; ${defaultOverlapHours} if absent.`,
        ),
      ),
      expiresAt: z.optional(
        momentField('Time at which the new key expires; the expiry of the old key if absent.'),
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
