import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { projectIdField } from '../fields.ts';
import { EXAMPLE_EVENT, eventsPage, eventsPageFields } from './audit-shapes.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';

export const listAuditEvents = {
  name: 'list-audit-events',
  path: '/api/v1/list-audit-events',
  summary: 'List the audit events of a project',
  description:
    'Lists the acts on the project, its members, keys and signing secrets in the last 90 days, with actor and address. The order is newest first, page by page. Events contain IDs only: never a key, and no text from a request. `outcome` is `unknown` while an act is in progress and after a server error: the act may have been carried out.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()), ...eventsPageFields() }),
    references: {},
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID, limit: 20 },
  },
  response: eventsPage,
  responseExample: { events: [EXAMPLE_EVENT], cursor: null },
  problems: [],
} as const satisfies Endpoint;
