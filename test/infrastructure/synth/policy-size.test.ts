import { describe, expect, it } from 'vitest';
import { API_FUNCTIONS } from '../../../core/api/endpoints.ts';
import { all, type Resource, references, synthesize, type Template } from './support/template.ts';

/** IAM and AWS STS quotas: the inline policies of a role together, white space aside. */
const MAX_ROLE_POLICY_CHARACTERS = 10_240;
/** AWS Lambda quotas, "Function resource-based policy". */
const MAX_RESOURCE_POLICY_BYTES = 20 * 1024;
/** As long as the ARN of a table or a bucket of ours gets. */
const LONG_ARN = 'a'.repeat(130);

/**
 * A document's text as IAM counts it, every name that CloudFormation gives taken for a long one.
 */
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

/**
 * A statement of a function's resource policy, as AWS Lambda Developer Guide shows what
 * `AddPermission` makes of its parameters.
 */
function statementOf(id: string, { Properties }: Resource): object {
  const { Principal, Action, FunctionName, SourceArn, SourceAccount } = Properties;
  const conditions = {
    ...(SourceArn ? { ArnLike: { 'AWS:SourceArn': SourceArn } } : {}),
    ...(SourceAccount ? { StringEquals: { 'AWS:SourceAccount': SourceAccount } } : {}),
  };
  return {
    // CloudFormation names it after the stack and the logical id
    Sid: `${'s'.repeat(128)}-${id}-${'h'.repeat(12)}`,
    Effect: 'Allow',
    Principal: { Service: Principal },
    Action,
    Resource: FunctionName,
    ...(Object.keys(conditions).length > 0 ? { Condition: conditions } : {}),
  };
}

/** Bytes of each function's resource policy. */
function resourcePolicyBytes(template: Template): Map<string, number> {
  const statements = Map.groupBy(
    all(template, 'AWS::Lambda::Permission'),
    ([, { Properties }]) => references(Properties.FunctionName)[0] ?? '',
  );
  return new Map(
    [...statements].map(([fn, permissions]) => {
      const Statement = permissions.map(([id, entry]) => statementOf(id, entry));
      return [fn, charactersOf({ Version: '2012-10-17', Id: 'default', Statement })];
    }),
  );
}

const tooLong = (template: Template) =>
  [...policyCharacters(template)].filter(([, size]) => size >= MAX_ROLE_POLICY_CHARACTERS);

describe('the policies of a role', () => {
  it('are within what IAM takes', () => {
    const template = synthesize();
    expect(policyCharacters(template).size).toBeGreaterThan(10);
    expect(tooLong(template)).toEqual([]);
  });

  it('are reported if they are missing', () => {
    const spoiled = structuredClone(synthesize());
    for (const [, { Properties }] of all(spoiled, 'AWS::IAM::Policy').slice(0, 1)) {
      const { Statement } = Properties.PolicyDocument as { Statement: unknown[] };
      while (Statement.length < 80) Statement.push(Statement[0]);
    }
    expect(tooLong(spoiled)).toHaveLength(1);
  });
});

describe('the resource policies of functions', () => {
  const tooLarge = (template: Template) =>
    [...resourcePolicyBytes(template)].filter(([, bytes]) => bytes > MAX_RESOURCE_POLICY_BYTES / 4);

  it('take no more than a quarter of what Lambda takes, however many calls a function has', () => {
    const template = synthesize({ events: 'on' });
    const sizes = resourcePolicyBytes(template);
    expect(sizes.size).toBeGreaterThan(9); // the functions of calls, the renderer, the schedules
    expect(tooLarge(template)).toEqual([]);
  });

  it('are reported if they would be too large', () => {
    const spoiled = structuredClone(synthesize());
    const [[id, permission]] = all(spoiled, 'AWS::Lambda::Permission') as [[string, Resource]];
    for (let at = 0; at < 39; at += 1) spoiled.Resources[`${id}${at}`] = permission;
    expect(tooLarge(spoiled)).toHaveLength(1);
  });

  it('name each call’s API once for a function', () => {
    const template = synthesize();
    const counts = Map.groupBy(
      all(template, 'AWS::Lambda::Permission').filter(
        ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
      ),
      ([, { Properties }]) => references(Properties.FunctionName)[0] ?? '',
    );
    expect(counts.size).toBe(API_FUNCTIONS.length);
    for (const [fn, permissions] of counts) expect([fn, permissions.length]).toEqual([fn, 1]);
  });
});
