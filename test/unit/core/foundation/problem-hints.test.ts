import { describe, expect, it } from 'vitest';
import { problemBody } from '../../../../core/foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../../../../core/foundation/problems.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const MAX_HINT_LENGTH = 160;

describe('errors teach', () => {
  it.each(CODES)('%s has a next step in whole sentences (errors.teach)', (code) => {
    const { hint } = problemBody(code, 'r-1');
    expect(hint).toMatch(/^[A-Z].*\.$/);
    expect(String(hint).length).toBeLessThanOrEqual(MAX_HINT_LENGTH);
    // API Gateway would fill these in
    expect(hint).not.toMatch(/[$#]/);
  });

  it('a refusal has its own next step in place of the usual one (errors.teach)', () => {
    const { options } = new ServiceError('invalid_json', { hint: 'Remove the comma.' });
    expect(problemBody('invalid_json', 'r-1', options).hint).toBe('Remove the comma.');
    expect(problemBody('invalid_json', 'r-1').hint).toBe(PROBLEMS.invalid_json.hint);
  });

  it('type is the address of a page, on the CDN where the answer is not (errors.problem-body)', () => {
    expect(problemBody('busy', 'r-1').type).toBe('/problems/busy');
    expect(problemBody('busy', 'r-1', {}, 'https://cdn.example').type).toBe(
      'https://cdn.example/problems/busy',
    );
  });
});
