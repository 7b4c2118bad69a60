import { describe, expect, it } from 'vitest';
import { problemBody } from '../../../../core/foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../../../../core/foundation/problems.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const CDN = 'https://cdn.example';
const MAX_HINT_LENGTH = 160;

describe('errors teach', () => {
  it.each(CODES)('%s has a next step in whole sentences (errors.teach)', (code) => {
    const { hint } = problemBody(code, 'r-1', CDN);
    expect(hint).toMatch(/^[A-Z].*\.$/);
    expect(String(hint).length).toBeLessThanOrEqual(MAX_HINT_LENGTH);
    // API Gateway would fill these in
    expect(hint).not.toMatch(/[$#]/);
  });

  it('a refusal has its own next step in place of the usual one (errors.teach)', () => {
    const { options } = new ServiceError('invalid_json', { hint: 'Remove the comma.' });
    expect(problemBody('invalid_json', 'r-1', CDN, options).hint).toBe('Remove the comma.');
    expect(problemBody('invalid_json', 'r-1', CDN).hint).toBe(PROBLEMS.invalid_json.hint);
  });

  it.each(CODES)(
    '%s has the address of its page on the CDN as type (errors.problem-body)',
    (code) => {
      expect(problemBody(code, 'r-1', CDN).type).toBe(`${CDN}/problems/${code}`);
    },
  );
});
