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
import { codeOfUnchanged } from './answer-unchanged.ts';

type Needs = Pick<Services, 'audit' | 'clock' | 'randomBytes' | 'log'>;

/** The act that a caller is about to perform. */
export interface Act {
  readonly action: string;
  readonly actor: AuditActor;
  /** The account whose trail records the act if it concerns no project. */
  readonly accountId: string;
  readonly projectId: string | null;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly source: Pick<AuditEvent, 'sourceAddress' | 'requestId'>;
}

/** The act of a user on a project, of which only the project was sent. */
export const actOnProject = (
  action: string,
  accountId: string,
  projectId: string,
  source: Act['source'],
): Act => ({
  action,
  actor: { kind: 'person', accountId, role: null },
  accountId,
  projectId,
  sent: { projectId },
  source,
});

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
 * Records the outcome of an act that ended. If that fails, the event stays `unknown`, and the
 * response is unchanged.
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
 * Runs an act that is recorded before it begins, and again with its outcome (docs/decisions/0018).
 * So no act is without a trace. Throws the errors of `run`, and busy, without a change, if the act
 * can't be recorded.
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
  const code = codeOfUnchanged(answer);
  if (code) {
    await endEvent(services, act, { ...begun, outcome: 'refused', code });
    return answer;
  }
  const subject = answeredSubject(act.sent, answer as Readonly<Record<string, unknown>>);
  const done: AuditEvent = { ...begun, outcome: 'done', subject };
  await endEvent(services, act, done);
  const { projectId } = subject;
  // an act that made a project, or added a member, is listed in that project's trail too
  if (begun.projectId === null && projectId) await endEvent(services, act, { ...done, projectId });
  return answer;
}
