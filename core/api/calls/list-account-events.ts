import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { EXAMPLE_EVENT, eventsPage, eventsPageFields } from './audit-shapes.ts';

export const listAccountEvents = {
  name: 'list-account-events',
  path: '/api/v1/list-account-events',
  summary: 'List the audit events of your account',
  description:
    'Lists your acts outside any project: creating a project, accepting an invitation, changes of the account itself. Events have the same form and retention as those of list-audit-events.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  hasCors: false,
  request: {
    kind: 'json',
    schema: z.strictObject(eventsPageFields()),
    references: {},
    exactlyOne: [],
    example: { limit: 20 },
  },
  response: eventsPage,
  responseExample: {
    events: [{ ...EXAMPLE_EVENT, action: 'create-project', projectId: null, fields: ['name'] }],
    cursor: null,
  },
  problems: [],
} as const satisfies Endpoint;
