import { ImagewellError } from 'imagewell-client';

/** The text of a fault besides the sentence of the failure. */
export interface FaultTexts {
  /** Why it didn't happen. */
  readonly why: string;
  /** The next step; empty if the reason says it. */
  readonly cure: string;
  readonly code: string;
  readonly requestId: string | undefined;
}

const seconds = (count: number) => `${count} second${count === 1 ? '' : 's'}`;

function whyOf({ code, status, detail, retryAfterSeconds }: ImagewellError): string {
  if (code === 'network_error') {
    return navigator.onLine ? "The service didn't answer." : 'You are offline.';
  }
  if (retryAfterSeconds === undefined || retryAfterSeconds > 120) return detail;
  return `The service answered ${status} and asks to wait ${seconds(retryAfterSeconds)}.`;
}

/** Refusals and conflicts, whose next step the service names. */
const WITH_HINT: readonly number[] = [403, 409, 410];

function cureOf({ code, status, hint }: ImagewellError): string {
  if (code === 'network_error') return 'Try again when the service is there.';
  if (status === 401 || code === 'sign_in_too_old') return 'Sign in again.';
  if (WITH_HINT.includes(status)) return hint ?? 'Ask an owner of the project.';
  if (status >= 500) return 'Try again; if it stays, tell the operator the request ID.';
  return '';
}

/** The words for a fault; whatever isn't the service's is called `unexpected`. */
export function describeFault(fault: unknown): FaultTexts {
  if (fault instanceof ImagewellError) {
    const { code, requestId } = fault;
    return { why: whyOf(fault), cure: cureOf(fault), code, requestId };
  }
  const why = fault instanceof Error ? fault.message : String(fault);
  return { why, cure: 'Load the page again.', code: 'unexpected', requestId: undefined };
}
