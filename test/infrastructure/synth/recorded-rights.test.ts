import { describe, expect, it } from 'vitest';
import { checkRights } from '../../support/cloud/rights/check-rights.ts';
import { isAllowed, isLike, listOf, type Statement } from '../../support/cloud/rights/policy.ts';
import { CALLS, recordOf, STATEMENTS } from './support/recorded-life.ts';

const PLACE = { region: 'us-east-1', account: '000000000000' };
const check = (...args: Parameters<typeof recordOf>) => checkRights(recordOf(...args), PLACE);

/** Every right, each with the statements that are left without it. */
const TAKEN_AWAY = STATEMENTS.flatMap((statement, at) =>
  listOf(statement.Action).map((action): [string, Statement[]] => {
    const remaining = listOf(statement.Action).filter((candidate) => candidate !== action);
    const others = STATEMENTS.filter((_, other) => other !== at);
    return [
      action,
      remaining.length > 0 ? [...others, { ...statement, Action: remaining }] : others,
    ];
  }),
);

describe('recorded calls against a policy', () => {
  it('finds nothing where every right is used and every call allowed', () => {
    expect(check()).toEqual({ denied: [], unused: [] });
  });

  it.each(TAKEN_AWAY)('reports the removal of %s', (action, statements) => {
    const { denied, unused } = check(statements);
    expect(denied).toHaveLength(1);
    expect(denied[0]).toContain(`f: ${action} on `);
    // a condition's patterns go unused with their statement only
    expect(unused.filter((line) => line.includes(' on '))).toEqual([]);
  });

  it.each(CALLS.map((call, at) => [`${call.service}.${call.operation}`, at] as const))(
    'tells what only %s used',
    (_, at) => {
      const { denied, unused } = check(
        STATEMENTS,
        CALLS.filter((__, other) => other !== at),
      );
      expect(denied).toEqual([]);
      expect(unused.length).toBeGreaterThan(0);
    },
  );

  it('reports a superfluous action, resource and key pattern', () => {
    const [first, ...others] = STATEMENTS as [Statement, ...Statement[]];
    const keys = { 'dynamodb:LeadingKeys': ['tmp_*', 'img_*', 'images#*'] };
    const widened = [
      { ...first, Condition: { 'ForAllValues:StringLike': keys } },
      ...others,
      { Effect: 'Allow' as const, Action: 's3:GetObject', Resource: 'arn:aws:s3:::o/img_*' },
      { Effect: 'Allow' as const, Action: 'dynamodb:Scan', Resource: '*' },
    ];
    expect(check(widened).unused).toEqual([
      'f: s3:GetObject on arn:aws:s3:::o/img_*',
      'f: dynamodb:Scan on *',
      'f: dynamodb:LeadingKeys images#*',
    ]);
  });

  it('reports two rights that cover each other', () => {
    const twice: Statement = { Effect: 'Allow', Action: 'sqs:*', Resource: '*' };
    expect(check([...STATEMENTS, twice]).unused).toEqual([
      'f: sqs:SendMessage on arn:aws:sqs:us-east-1:000000000000:purges',
      'f: sqs:* on *',
    ]);
  });

  it('leaves out rights that are known to be unused, for that function alone', () => {
    const known = [{ functionName: 'f', action: /^sqs:/, why: 'a test' }];
    const calls = CALLS.filter(({ service }) => service !== 'SQS');
    const of = (functionName: string) =>
      checkRights({ ...recordOf(STATEMENTS, calls), functionName }, PLACE, known).unused;
    expect(of('f')).toEqual([]);
    expect(of('g')).toHaveLength(1);
  });

  it('does not pass over an operation or a condition that it does not know', () => {
    const call = { service: 'S3', operation: 'ListBuckets', subjects: [{}] };
    expect(() => check(STATEMENTS, [call])).toThrow('S3.ListBuckets');
    const Condition = { StringEquals: { 's3:prefix': 'a' } };
    const odd = { ...(STATEMENTS[4] as Statement), Condition };
    expect(() => check([odd])).toThrow('StringEquals');
  });
});

describe('IAM’s rules', () => {
  const allow: Statement = { Effect: 'Allow', Action: 's3:Get*', Resource: 'arn:aws:s3:::o/*' };
  const request = { action: 's3:GetObject', resource: 'arn:aws:s3:::o/a/b', context: {} };
  const may = (statements: Statement[], context: Record<string, string[]> = {}) =>
    isAllowed([{ Statement: statements }], { ...request, context });

  it('nothing is allowed implicitly, and a denial wins', () => {
    expect(may([])).toBe(false);
    expect(may([allow])).toBe(true);
    expect(may([allow, { ...allow, Effect: 'Deny' }])).toBe(false);
    expect(may([allow, { ...allow, Effect: 'Deny', Resource: 'arn:aws:s3:::p/*' }])).toBe(true);
  });

  it('wildcards are `*` and `?`, and nothing else is', () => {
    expect(isLike('img_*/original', 'img_1/2/original')).toBe(true);
    expect(isLike('img_?', 'img_12')).toBe(false);
    expect(isLike('a.c', 'abc')).toBe(false);
    expect(may([{ ...allow, Action: 'S3:getobject' }])).toBe(true);
    expect(may([{ ...allow, Resource: 'arn:aws:s3:::O/*' }])).toBe(false);
  });

  it('every value has to be like a pattern, or any, as the operator says', () => {
    const all = { ...allow, Condition: { 'ForAllValues:StringLike': { k: ['a*', 'b*'] } } };
    const any = { ...allow, Condition: { StringLike: { k: ['a*', 'b*'] } } };
    expect([may([all], { k: ['a1', 'b1'] }), may([all], { k: ['a1', 'c1'] })]).toEqual([
      true,
      false,
    ]);
    expect([may([all]), may([any])]).toEqual([true, false]);
    expect([may([any], { k: ['b'] }), may([any], { k: ['c'] })]).toEqual([true, false]);
  });
});
