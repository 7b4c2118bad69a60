import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';

const amount = z.object({ used: z.int(), limit: z.nullable(z.int()) });
const usage = z.object({
  /** Of the month in UTC, `2026-11`. */
  month: z.string(),
  resetsAt: z.string(),
  images: amount,
  transformations: amount,
  bandwidthBytes: amount,
  /** Images by the bytes that they were sent in, most first; known once bandwidth is metered. */
  topImages: z.array(z.object({ imageId: z.string(), bandwidthBytes: z.int() })),
});

/** What get-usage answers. */
export type DescribedUsage = z.infer<typeof usage>;

export const getUsage = {
  name: 'get-usage',
  path: '/api/v1/get-usage',
  summary: 'Say what is used of the plan',
  description:
    'What a project uses this month, that of the API key or the one named, beside the limits of its account; with an access token and no project, what your own account uses. null is no limit. Images and transformations are exact.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField('ID of the project; with an API key that of the key.')),
    }),
    references: {},
    exactlyOne: [],
    example: {},
  },
  response: usage,
  responseExample: {
    month: '2026-11',
    resetsAt: '2026-12-01T00:00:00.000Z',
    images: { used: 12, limit: 50 },
    transformations: { used: 34, limit: 100 },
    bandwidthBytes: { used: 0, limit: 1_000_000_000 },
    topImages: [],
  },
  problems: ['project_not_found'],
} as const satisfies Endpoint;
