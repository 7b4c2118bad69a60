import * as z from 'zod/mini';
import { AUDIT_OUTCOMES, AUDITED_FIELDS, type AuditedField } from '../../audit/audit-event.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { pageFields, projectIdField } from '../fields.ts';
import { EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_KEY_ID } from './keys.ts';
import { roleSchema } from './role-schema.ts';

const { maxListedEvents, defaultListedEvents } = LIMITS;

type Id = z.ZodMiniOptional<z.ZodMiniString>;

/** The same list as for writing events: a new field there is one here. */
const subjectFields = Object.fromEntries(
  AUDITED_FIELDS.map((name) => [name, z.optional(z.string())]),
) as Record<AuditedField, Id>;

/** An act or an attempt of a caller, as the API describes it. */
export const eventSchema = z.object({
  eventId: z.string(),
  at: z.string(),
  projectId: z.nullable(z.string()),
  /** The name of a call, or of a command of the operator's. */
  action: z.string(),
  /**
   * `unknown`: interrupted or failed in the service, so carried out or not; or still in progress.
   */
  outcome: z.enum(AUDIT_OUTCOMES),
  /** Of the refusal. */
  code: z.nullable(z.string()),
  actor: z.object({
    kind: z.enum(['person', 'apiKey', 'operator']),
    accountId: z.nullable(z.string()),
    keyId: z.nullable(z.string()), // of an API key
    role: z.nullable(roleSchema),
  }),
  subject: z.object(subjectFields),
  /** Names of the other fields that were sent. */
  fields: z.array(z.string()),
  sourceAddress: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});

/** An event in the API. */
export type DescribedEvent = z.infer<typeof eventSchema>;

/** A page of events. */
export const eventsPage = z.object({
  events: z.array(eventSchema),
  cursor: z.nullable(z.string()),
});

/** The fields that select a page. */
export function eventsPageFields() {
  return pageFields('events', maxListedEvents, defaultListedEvents);
}

export const EXAMPLE_EVENT = {
  eventId: `aud_${'a'.repeat(26)}`,
  at: '2026-11-21T09:00:00.000Z',
  projectId: EXAMPLE_PROJECT_ID,
  action: 'create-api-key',
  outcome: 'done',
  code: null,
  actor: { kind: 'person', accountId: `acc_${'a'.repeat(26)}`, keyId: null, role: 'owner' },
  subject: { projectId: EXAMPLE_PROJECT_ID, keyId: EXAMPLE_KEY_ID },
  fields: ['name', 'scopes'],
  sourceAddress: '203.0.113.7',
  requestId: '8f14e45f-ceea-467f-a8f6-0d2b9a1c7e55',
} as const;

const listAccountEvents = {
  ...called('list-account-events'),
  summary: 'List the audit events of your account',
  description:
    'Lists your acts outside any project: creating a project, accepting an invitation, changes of the account itself. Events have the same form and retention as those of list-audit-events.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  request: {
    kind: 'json',
    schema: z.strictObject(eventsPageFields()),
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

const listAuditEvents = {
  ...called('list-audit-events'),
  summary: 'List the audit events of a project',
  description:
    'Lists the acts on the project, its members, keys, signing secrets and grants in the last 90 days, with actor and address. The order is newest first, page by page. Events contain IDs only: never a key, and no text from a request. `outcome` is `unknown` while an act is in progress and after a server error: the act may have been carried out.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'project-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({ projectId: z.optional(projectIdField()), ...eventsPageFields() }),
    exactlyOne: [['projectId']],
    example: { projectId: EXAMPLE_PROJECT_ID, limit: 20 },
  },
  response: eventsPage,
  responseExample: { events: [EXAMPLE_EVENT], cursor: null },
  problems: [],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const auditCalls = {
  listAccountEvents,
  listAuditEvents,
} as const satisfies Record<string, Endpoint>;
