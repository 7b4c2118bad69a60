import { ImagewellError } from 'imagewell-client';
import { type FaultKind, kindOf } from './fault-kinds.ts';

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

/** The next step after each kind of fault; the service's hint knows its own refusals best. */
const CURES: Readonly<Record<FaultKind, (fault: ImagewellError) => string>> = {
  passing: ({ status }) =>
    status >= 500
      ? 'Try again; if it stays, tell the operator the request ID.'
      : 'Try again later.',
  refused: ({ status, hint }) =>
    WITH_HINT.includes(status) ? (hint ?? 'Ask an owner of the project.') : '',
  gone: ({ hint }) => hint ?? '',
  session: () => 'Sign in again.',
};
/** Refusals and conflicts, whose next step the service names. */
const WITH_HINT: readonly number[] = [403, 409, 429];

function cureOf(fault: ImagewellError): string {
  if (fault.code === 'network_error') return 'Try again when the service is there.';
  return CURES[kindOf(fault)](fault);
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
