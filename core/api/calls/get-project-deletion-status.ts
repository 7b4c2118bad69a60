import * as z from 'zod/mini';
import { DELETION_KINDS, PROJECT_PURGE_STEPS } from '../../projects/project-deletion.ts';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

const status = z.object({
  projectId: z.string(),
  name: z.string(),
  /** Null where there is none. */
  kind: z.nullable(z.enum(DELETION_KINDS)),
  state: z.enum(['live', 'waiting', 'purging', 'purged']),
  /** When the purge begins, and until when a deletion can be taken back. */
  purgeAt: z.nullable(z.string()),
  purgedAt: z.nullable(z.string()),
  /** In their order, each with the time when it was done, and how many were removed where that is counted. */
  steps: z.array(
    z.object({
      step: z.enum(PROJECT_PURGE_STEPS),
      at: z.nullable(z.string()),
      count: z.nullable(z.int()),
    }),
  ),
});

/** What get-project-deletion-status answers. */
export type ProjectDeletionStatus = z.infer<typeof status>;

const DONE: Readonly<Record<string, readonly [string, number | null]>> = {
  marked: ['2026-11-21T09:00:00.000Z', null],
  images_closed: ['2026-11-28T09:03:12.000Z', 1234],
  edge_invalidated: ['2026-11-28T09:03:12.400Z', null],
};

export const getProjectDeletionStatus = {
  name: 'get-project-deletion-status',
  path: '/api/v1/get-project-deletion-status',
  summary: 'Show the progress of the deletion of a project',
  description:
    'Returns the completed steps of the deletion of a project, or else of its last emptying, each with its time. The receipt is kept for 30 days after the last step; former owners can read it.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true, outlivesProject: true },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()) }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID },
  },
  response: status,
  responseExample: {
    projectId: EXAMPLE_PROJECT_ID,
    name: 'shop',
    kind: 'delete',
    state: 'purging',
    purgeAt: '2026-11-28T09:00:00.000Z',
    purgedAt: null,
    steps: PROJECT_PURGE_STEPS.map((step) => {
      const [at, count] = DONE[step] ?? [null, null];
      return { step, at, count };
    }),
  },
  problems: [],
} as const satisfies Endpoint;
