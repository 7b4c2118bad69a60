import { AUDIT_OUTCOMES, type AuditActor, type AuditEvent } from '../../core/audit/audit-event.ts';
import {
  type Column,
  type ColumnsOf,
  fields,
  list,
  mapOf,
  number,
  object,
  oneOf,
  orNull,
  text,
  wordOf,
} from './columns.ts';
import { role } from './member-columns.ts';

const ACTORS = {
  person: fields({
    kind: wordOf({ person: true }),
    accountId: text,
    role: orNull(role),
  }),
  apiKey: fields({ kind: wordOf({ apiKey: true }), keyId: text }),
  operator: fields({ kind: wordOf({ operator: true }) }),
} satisfies { readonly [Kind in AuditActor['kind']]: Column<AuditActor & { kind: Kind }> };

const kind = wordOf<AuditActor['kind']>({
  person: true,
  apiKey: true,
  operator: true,
});

const actor: Column<AuditActor> = (value) => ACTORS[kind(object(value).kind)](value);

/** An event of the audit trail. */
export const auditEvent = fields({
  eventId: text,
  at: number,
  projectId: orNull(text),
  action: text,
  outcome: oneOf(AUDIT_OUTCOMES),
  code: orNull(text),
  actor,
  subject: mapOf(text),
  fields: list(text),
  sourceAddress: orNull(text),
  requestId: orNull(text),
} satisfies ColumnsOf<AuditEvent>);
