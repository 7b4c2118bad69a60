import * as z from 'zod/mini';
import type { JsonRequest } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

/** A request that names a project and nothing else. */
export const PROJECT_REQUEST = {
  kind: 'json',
  schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
  exactlyOne: [['projectId']],
  example: { projectId: EXAMPLE_PROJECT_ID },
} as const satisfies JsonRequest;
