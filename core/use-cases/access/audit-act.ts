import {
  type AuditActor,
  type AuditEvent,
  answeredSubject,
  auditSubjectOf,
  otherFields,
} from '../../audit/audit-event.ts';
import { PROBLEMS } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import { trailOf } from '../../ports/members/audit-store.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'audit' | 'clock' | 'randomBytes' | 'log'>;

/** The act that a caller is about to perform. */
export interface Act {
  readonly action: string;
  readonly actor: AuditActor;
  /** Whose trail it stands in where it is about no project. */
  readonly accountId: string;
  readonly projectId: string | null;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly source: Pick<AuditEvent, 'sourceAddress' | 'requestId'>;
}

function beginEvent({ clock, randomBytes }: Needs, act: Act): AuditEvent {
  const { action, actor, projectId, sent, source } = act;
  return {
    eventId: `aud_${encodeIdBytes(randomBytes(26))}`,
    at: clock(),
    projectId,
    action,
    outcome: 'unknown',
    code: null,
    actor,
    subject: auditSubjectOf(sent),
    fields: otherFields(sent),
    ...source,
  };
}

/**
 * Writes how an act ended. It did end: where that can't be written the event says `unknown`, and
 * the answer stands.
 */
async function endEvent({ audit, log }: Needs, { accountId }: Act, event: AuditEvent) {
  try {
    await audit.putEvent(trailOf(event, accountId), event);
  } catch (error) {
    const { eventId, action } = event;
    log.error('audit outcome not recorded', { eventId, action, error: error as Error });
  }
}

function refusalOf(error: unknown): Pick<AuditEvent, 'outcome' | 'code'> | undefined {
  if (!(error instanceof ServiceError) || PROBLEMS[error.code].status >= 500) return undefined;
  return { outcome: 'refused', code: error.code };
}

/**
 * Does something that is written down before it begins, and again with its end
 * (docs/decisions/0018): nothing is done that left no trace. Throws what `run` throws, and busy,
 * with nothing done, where it can't be written down.
 */
export async function auditAct<Answer extends object>(
  services: Needs,
  act: Act,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const begun = beginEvent(services, act);
  await services.audit.putEvent(trailOf(begun, act.accountId), begun);
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await endEvent(services, act, { ...begun, ...refusal });
    throw error;
  }
  const subject = answeredSubject(act.sent, answer as Readonly<Record<string, unknown>>);
  const done: AuditEvent = { ...begun, outcome: 'done', subject };
  await endEvent(services, act, done);
  const { projectId } = subject;
  // what made a project, or let somebody into it, is known there too
  if (begun.projectId === null && projectId) await endEvent(services, act, { ...done, projectId });
  return answer;
}
