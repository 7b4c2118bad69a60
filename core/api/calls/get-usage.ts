import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

const amount = z.object({ used: z.int(), limit: z.nullable(z.int()) });
const usage = z.object({
  /** Of the month in UTC, `2026-11`. */
  month: z.string(),
  resetsAt: z.string(),
  images: amount,
  transformations: amount,
  bandwidthBytes: amount,
  /** The five images that the most bytes were sent for this month, most first. */
  topImages: z.array(z.object({ imageId: z.string(), bandwidthBytes: z.int(), requests: z.int() })),
});

/** What get-usage answers. */
export type DescribedUsage = z.infer<typeof usage>;

export const getUsage = {
  name: 'get-usage',
  path: '/api/v1/get-usage',
  summary: 'Show the usage of the plan',
  description:
    'Returns the usage of a project in this month and the limits of its account. It is the project of the API key, or the given one. With an access token and no project, the call returns the usage of your own account. null is no limit. Images and transformations are exact. Bandwidth and `topImages` are estimates from the access logs of the CDN, which arrive minutes late and may omit requests.',
  credential: { kind: 'apiKey', scope: 'images:read', role: 'viewer', isForAccountToo: true },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(
        projectIdField('ID of the project; with an API key, the project of the key.'),
      ),
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
    bandwidthBytes: { used: 123_456_789, limit: 1_000_000_000 },
    topImages: [{ imageId: EXAMPLE_IMAGE, bandwidthBytes: 98_765_432, requests: 1234 }],
  },
  problems: ['project_not_found'],
} as const satisfies Endpoint;
