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
  return textField(
    LIMITS.maxProjectNameLength,
    'The name of the project, so that no other one is meant.',
  );
}

export const deleteProject = {
  isAudited: true,
  name: 'delete-project',
  path: '/api/v1/delete-project',
  summary: 'Delete a project',
  description:
    'From the answer on its keys are refused and its pictures are not served. For seven days an owner can restore it, and its images and itself count to the plan; then everything that it has is removed. With `now` that begins at once, which takes a sign-in of the last five minutes. The default project can be emptied and not deleted.',
  credential: { kind: 'accessToken', role: 'owner' },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      name: z.optional(nameToConfirmField()),
      now: z.optional(trueField('Leaves no time to restore it.')),
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
