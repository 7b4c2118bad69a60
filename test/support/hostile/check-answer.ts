import type { Answer } from '../http/client.ts';
import { findCanaries } from '../images/canaries.ts';
import { withoutPixels } from './without-pixels.ts';

/** Whatever the image, an answer within this time (security.deadline-kills). */
export const ANSWER_MS = 15_000;

export interface TimedAnswer {
  /** Undefined: there was none; the fault says why. */
  readonly answer: Answer | undefined;
  readonly fault: string | undefined;
  readonly ms: number;
}

/** Makes a call, and keeps the time and whatever went wrong with the connection. */
export async function timed(call: () => Promise<Answer>): Promise<TimedAnswer> {
  const began = performance.now();
  try {
    const answer = await call();
    return { answer, fault: undefined, ms: performance.now() - began };
  } catch (error) {
    const { message, cause } = error as Error;
    const fault = `${message} ${cause instanceof Error ? cause.message : ''}`.trim();
    return { answer: undefined, fault, ms: performance.now() - began };
  }
}

/** Whether this is the one 5xx that is allowed (errors.busy): busy, and when to come again. */
export function isBusy({ status, headers, json }: Answer): boolean {
  return status === 503 && headers.has('retry-after') && json?.code === 'busy';
}

/**
 * Checks a mutant as `checkAnswer` does, without its coded pixels. A mutation may move text into
 * them, where it can't be recognised. The polyglots test the bytes behind the pixels.
 */
export function checkMutant(timed: TimedAnswer): string[] {
  const { answer } = timed;
  return checkAnswer({
    ...timed,
    answer: answer && { ...answer, bytes: withoutPixels(answer.bytes) },
  });
}

/** The faults of an answer, whatever the request was. */
export function checkAnswer({ answer, fault, ms }: TimedAnswer): string[] {
  const faults: string[] = [];
  if (ms > ANSWER_MS) faults.push(`took ${Math.round(ms)} ms`);
  if (!answer) return [...faults, `no answer: ${fault}`];
  const body = () => answer.bytes.subarray(0, 300).toString('latin1');
  if (answer.status >= 500 && !isBusy(answer)) faults.push(`${answer.status} ${body()}`);
  if (answer.status < 200) faults.push(`${answer.status} ${body()}`);
  const canaries = findCanaries(answer.bytes);
  if (canaries.length > 0) faults.push(`${answer.status} serves ${canaries.join(', ')}`);
  return faults;
}
