import type { ProblemCode } from '../../foundation/problems.ts';

const unchanged = new WeakMap<object, ProblemCode>();

/**
 * Marks the answer of a call that changed nothing, as a retry does. The audit trail lists the call
 * as refused with the code, so an act is listed as done a single time.
 */
export function answerUnchanged<Answer extends object>(answer: Answer, code: ProblemCode): Answer {
  unchanged.set(answer, code);
  return answer;
}

/** Why the call of an answer changed nothing; undefined where it carried out its act. */
export function codeOfUnchanged(answer: object): ProblemCode | undefined {
  return unchanged.get(answer);
}
