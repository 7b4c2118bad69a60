import { describe, expect, it } from 'vitest';
import { all, references, synthesize, type Template } from './support/template.ts';

/** IAM and AWS STS quotas: the inline policies of a role together, white space aside. */
const MAX_ROLE_POLICY_CHARACTERS = 10_240;
/** As long as the ARN of a table or a bucket of ours gets. */
const LONG_ARN = 'a'.repeat(130);

/** A document's text as IAM counts it, every name that CloudFormation gives taken for a long one. */
function charactersOf(document: unknown): number {
  const isIntrinsic = (value: object) => {
    const names = Object.keys(value);
    return names.length === 1 && /^(Ref|Fn::)/.test(names[0] ?? '');
  };
  const text = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'object' && value && isIntrinsic(value) ? LONG_ARN : value,
  );
  return text.length;
}

/** Characters of the inline policies of each role. */
function policyCharacters(template: Template): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const [, { Properties }] of all(template, 'AWS::IAM::Policy')) {
    for (const role of references(Properties.Roles)) {
      sizes.set(role, (sizes.get(role) ?? 0) + charactersOf(Properties.PolicyDocument));
    }
  }
  return sizes;
}

const tooLong = (template: Template) =>
  [...policyCharacters(template)].filter(([, size]) => size >= MAX_ROLE_POLICY_CHARACTERS);

describe('the policies of a role', () => {
  it('are within what IAM takes', () => {
    const template = synthesize();
    expect(policyCharacters(template).size).toBeGreaterThan(10);
    expect(tooLong(template)).toEqual([]);
  });

  it('are told where they are not', () => {
    const spoiled = structuredClone(synthesize());
    for (const [, { Properties }] of all(spoiled, 'AWS::IAM::Policy').slice(0, 1)) {
      const { Statement } = Properties.PolicyDocument as { Statement: unknown[] };
      while (Statement.length < 80) Statement.push(Statement[0]);
    }
    expect(tooLong(spoiled)).toHaveLength(1);
  });
});
