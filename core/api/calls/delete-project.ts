import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField, textField, trueField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

const marked = z.object({
  message: z.literal('project_marked_for_deletion'),
  projectId: z.string(),
  /** Until when it can be restored. */
  purgeAt: z.string(),
});

/** What delete-project answers. */
export type MarkedProject = z.infer<typeof marked>;

/** The name of the project that is meant, typed again. */
export function nameToConfirmField() {
  return textField(LIMITS.maxProjectNameLength, 'The name of the project, as confirmation.');
}

export const deleteProject = {
  isAudited: true,
  name: 'delete-project',
  path: '/api/v1/delete-project',
  summary: 'Delete a project',
  description:
    'From the response on, its keys are rejected and its images are not served. For seven days an owner can restore it, and it still counts toward the plan together with its images. Afterwards everything in it is erased. With `now` the erasure starts immediately; this requires a sign-in within the last five minutes. The default project can only be emptied.',
  credential: { kind: 'accessToken', role: 'owner', reachesDeleted: true },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(nameToConfirmField()),
      now: z.optional(trueField('Skips the seven days in which it can be restored.')),
    }),
    references: {},
    exactlyOne: [['projectId'], ['name']],
    example: { projectId: EXAMPLE_PROJECT_ID, name: 'shop' },
  },
  response: marked,
  responseExample: {
    message: 'project_marked_for_deletion',
    projectId: EXAMPLE_PROJECT_ID,
    purgeAt: '2026-11-28T09:00:00.000Z',
  },
  problems: ['sign_in_too_old', 'default_project_stays'],
} as const satisfies Endpoint;
