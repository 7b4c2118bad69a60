import type { InputOf } from '../../api/call-types.ts';
import type { DescribedEvent } from '../../api/calls/audit.ts';
import { startOfPage } from '../../api/page-start.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { encodeListCursor, readListCursor } from '../../foundation/list-cursor.ts';
import type { AuditTrail } from '../../ports/members/audit-store.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from '../access/authenticate-user.ts';
import type { Member } from '../access/authorize-member.ts';

type Needs = Pick<Services, 'audit' | 'clock'>;

type AuditPageInput = InputOf<'listAccountEvents'>;

interface AuditPage {
  readonly events: DescribedEvent[];
  readonly cursor: string | null;
}

function describeEvent({ at, actor, fields, ...event }: AuditEvent): DescribedEvent {
  const nobody = { accountId: null, keyId: null, role: null };
  return {
    ...event,
    at: new Date(at).toISOString(),
    actor: { ...nobody, ...actor },
    fields: [...fields],
  };
}

async function readPage(
  { audit, clock }: Needs,
  trail: AuditTrail,
  { limit = LIMITS.defaultListedEvents, cursor }: AuditPageInput,
): Promise<AuditPage> {
  const before = startOfPage(cursor, (text) => readListCursor(text, [trail]));
  const after = clock() - LIMITS.auditMs;
  const found = await audit.listEvents({ trail, limit: limit + 1, before, after });
  const events = found.slice(0, limit);
  const last = found.length > limit ? events.at(-1) : undefined;
  return {
    events: events.map(describeEvent),
    cursor: last ? encodeListCursor({ at: last.at, id: last.eventId }, [trail]) : null,
  };
}

/** The audit events of a project in the last 90 days, newest first. Throws validation_failed. */
export async function listAuditEvents(
  services: Needs,
  { project }: Member,
  input: InputOf<'listAuditEvents'>,
): Promise<AuditPage> {
  return readPage(services, `project#${project.projectId}`, input);
}

/** The same of a user's account: acts on the account and acts that named no project. */
export async function listAccountEvents(
  services: Needs,
  { account }: User,
  input: AuditPageInput,
): Promise<AuditPage> {
  return readPage(services, `account#${account.accountId}`, input);
}
