import type { AuditEventsPage } from 'imagewell-client';

type AuditEvent = AuditEventsPage['events'][number];

/** Texts of the audit trail. */
export const AUDIT_TEXTS = {
  sub: 'Every action with its actor, result and address, newest first. Kept for 90 days.',
  failed: 'The audit trail didn’t load.',
  moreFailed: 'The older events didn’t load.',
  table: 'Events',
  when: 'When',
  who: 'Actor',
  what: 'Action',
  about: 'About',
  result: 'Result',
  from: 'From',
  apiKey: 'API key',
  operator: 'Operator',
  operatorAbout: 'by the command line',
  formerMember: 'A former member',
  none: '–',
  requestId: 'request ID',
  fields: (fields: readonly string[]) => `sent: ${fields.join(', ')}`,
  show: 'Show',
  empty: 'No events yet',
  emptyAbout: 'Each call that manages the project is logged here before it runs.',
  noMatch: (outcome: string) => `None of the events loaded so far is “${outcome}”.`,
  clear: 'Clear the filter',
  older: 'Load older events',
  loadingOlder: 'Loading…',
  allRead: (count: number) =>
    count === 1 ? 'This is the only event.' : `These are all ${count} events.`,
  read: (count: number) => `${count} loaded so far.`,
} as const;

type Outcome = AuditEvent['outcome'];

/** Each outcome in words. */
export const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Unknown',
};

/** The choices of events to show. */
export const SHOWN_TEXTS = { all: 'All', ...OUTCOME_TEXTS } as const;

/** The kind of each id of a subject. */
export const SUBJECT_TEXTS: Readonly<Record<keyof AuditEvent['subject'], string>> = {
  projectId: 'project',
  accountId: 'account',
  invitationId: 'invitation',
  keyId: 'key',
  newKeyId: 'new key',
  secretId: 'signing secret',
  imageId: 'image',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  role: 'role',
};

/** The name of a call as a sentence: "rotate-api-key" is "Rotate API key". */
export function describeAction(action: string): string {
  const words = action.replaceAll('-', ' ').replace(/\bapi\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
