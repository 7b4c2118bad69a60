import { all, type Resource, references, type Template } from './template.ts';

/** IAM and AWS STS quotas: the inline policies of a role together, white space aside. */
export const MAX_ROLE_POLICY_CHARACTERS = 10_240;
/** AWS Lambda quotas, "Function resource-based policy". */
export const MAX_RESOURCE_POLICY_BYTES = 20 * 1024;
/** As long as the ARN of a table or a bucket of ours gets. */
const LONG_ARN = 'a'.repeat(130);

/**
 * A document's text as IAM counts it, every name that CloudFormation gives taken for a long one.
 */
export function charactersOf(document: unknown): number {
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
export function policyCharacters(template: Template): Map<string, number> {
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
export function resourcePolicyBytes(template: Template): Map<string, number> {
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
