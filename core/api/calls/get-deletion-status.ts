import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { callersProjectField, referenceField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

const status = z.object({
  imageId: z.string(),
  state: z.enum(['live', 'deleting', 'deleted']),
  /** In their order, each with the time when it was done; none for a living image. */
  steps: z.array(z.object({ step: z.string(), at: z.nullable(z.string()) })),
});

/** What get-deletion-status answers. */
export type DeletionStatus = z.infer<typeof status>;

export const getDeletionStatus = {
  name: 'get-deletion-status',
  path: '/api/v1/get-deletion-status',
  summary: 'Show the progress of a deletion',
  description:
    'Returns the completed steps of the deletion of an image, each with its time. The receipt is kept for 30 days.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'viewer' },
  functionName: 'api-key-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
    }),
    references: { imageId: 'image' },
    exactlyOne: [['imageId']],
    example: { imageId: EXAMPLE_IMAGE },
  },
  response: status,
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    state: 'deleting',
    steps: [
      { step: 'marked', at: '2026-11-21T09:00:00.000Z' },
      { step: 'origin_closed', at: '2026-11-21T09:00:00.210Z' },
      { step: 'renditions_removed', at: '2026-11-21T09:00:00.480Z' },
      { step: 'original_removed', at: '2026-11-21T09:00:00.560Z' },
      { step: 'temporary_ended', at: '2026-11-21T09:00:00.640Z' },
      { step: 'edge_invalidated', at: '2026-11-21T09:00:00.910Z' },
      { step: 'swept', at: null },
    ],
  },
  problems: ['image_not_found'],
} as const satisfies Endpoint;
