import { ImagewellError } from 'imagewell-client';

/** The codes of the service, and those of a missing or foreign answer. */
export type FaultCode = ImagewellError['code'];

/**
 * The meaning of a fault for the user. `passing`: the same may work later. `refused`: it never does
 * as it is. `gone`: the subject isn't there, or not any more. `session`: a sign-in comes first.
 */
export type FaultKind = 'passing' | 'refused' | 'gone' | 'session';

/** The codes that mean something else than their status; a test has the kind of each code. */
const OTHERS: Readonly<Partial<Record<FaultCode, FaultKind>>> = {
  sign_in_too_old: 'session',
  temporary_image_pending: 'passing',
  upload_limit_exceeded: 'refused',
  transformation_quota_exceeded: 'refused',
  bandwidth_quota_exceeded: 'refused',
};

/** The kind of a status; 0 is no answer. */
function kindOfStatus(status: number): FaultKind {
  if (status === 401) return 'session';
  if (status === 404 || status === 410) return 'gone';
  return status === 0 || status === 408 || status === 429 || status >= 500 ? 'passing' : 'refused';
}

/** The kind of a fault; one that isn't the service's may pass after the page is loaded again. */
export function kindOf(fault: unknown): FaultKind {
  if (!(fault instanceof ImagewellError)) return 'passing';
  return OTHERS[fault.code] ?? kindOfStatus(fault.status);
}

/** Whether a fault is the refusal, or the missing answer, of this code. */
export const hasCode = (fault: unknown, code: FaultCode) =>
  fault instanceof ImagewellError && fault.code === code;

/** Whether the same act may work the next time. */
export const mayPass = (fault: unknown) => kindOf(fault) === 'passing';
