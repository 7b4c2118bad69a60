import type { AccessRequest } from './access-requests.ts';

type OneOrMany = string | readonly string[];

/** A statement of a policy as IAM keeps it. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: OneOrMany;
  readonly Resource: OneOrMany;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMany>>>>;
}
export interface Policy {
  readonly Statement: readonly Statement[];
}

export function listOf(value: OneOrMany): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** IAM's own wildcards: `*` for any text, slashes too, `?` for one character. */
export function isLike(pattern: string, value: string): boolean {
  const source = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(value);
}

const likeAny = (patterns: OneOrMany, value: string) =>
  listOf(patterns).some((pattern) => isLike(pattern, value));

/**
 * IAM User Guide, "Condition operators": a key that the request lacks meets ForAllValues and no
 * other.
 */
const OPERATORS: Readonly<
  Record<string, (patterns: OneOrMany, values: readonly string[]) => boolean>
> = {
  StringLike: (patterns, values) => values.some((value) => likeAny(patterns, value)),
  'ForAllValues:StringLike': (patterns, values) =>
    values.every((value) => likeAny(patterns, value)),
};

function meetsConditions({ Condition = {} }: Statement, { context }: AccessRequest): boolean {
  return Object.entries(Condition).every(([operator, keys]) => {
    const meets = OPERATORS[operator];
    if (!meets) throw new Error(`no meaning is known for the condition ${operator}`);
    return Object.entries(keys).every(([key, patterns]) => meets(patterns, context[key] ?? []));
  });
}

/** Whether a statement speaks of a request. Actions are the same in any case, resources are not. */
export function appliesTo(statement: Statement, request: AccessRequest): boolean {
  const { Action, Resource } = statement;
  if (Action === undefined || Resource === undefined)
    throw new Error('a statement by NotAction or NotResource');
  const action = request.action.toLowerCase();
  return (
    listOf(Action).some((pattern) => isLike(pattern.toLowerCase(), action)) &&
    likeAny(Resource, request.resource) &&
    meetsConditions(statement, request)
  );
}

/** IAM's rule: something allows it and nothing denies it. */
export function isAllowed(policies: readonly Policy[], request: AccessRequest): boolean {
  const effects = policies
    .flatMap(({ Statement }) => Statement)
    .filter((statement) => appliesTo(statement, request))
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}
