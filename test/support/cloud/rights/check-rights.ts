import type { AwsCall } from '../../../../adapters/aws-calls/record-calls.ts';
import { type AccessRequest, accessRequests, type Place } from './access-requests.ts';
import { isAllowed, isLike, listOf, type Policy, type Statement } from './policy.ts';

/** One right of a function: an action on a resource, or a text that its condition takes. */
export interface Grant {
  readonly functionName: string;
  readonly action: string;
  readonly resource: string;
  /** Of a condition: the pattern, the action its key. */
  readonly pattern?: string;
}

/** A right that no call is expected to use, and why. */
export interface KnownUnused {
  readonly functionName?: string;
  readonly action: RegExp;
  readonly resource?: RegExp;
  readonly why: string;
}

export interface FunctionRecord {
  readonly functionName: string;
  readonly policies: readonly Policy[];
  readonly calls: readonly AwsCall[];
}

function allowing(policies: readonly Policy[]): Statement[] {
  return policies.flatMap(({ Statement }) => Statement).filter(({ Effect }) => Effect === 'Allow');
}

function grantsOf({ functionName, policies }: FunctionRecord): [Grant, Statement][] {
  return allowing(policies).flatMap((statement) =>
    listOf(statement.Action).flatMap((action) =>
      listOf(statement.Resource).map((resource): [Grant, Statement] => [
        { functionName, action, resource },
        { ...statement, Action: action, Resource: resource },
      ]),
    ),
  );
}

/** The patterns of a function's conditions that no value of a request was like. */
function unusedPatterns(record: FunctionRecord, requests: readonly AccessRequest[]): Grant[] {
  const { functionName, policies } = record;
  const conditions = allowing(policies).flatMap(({ Condition = {} }) => Object.values(Condition));
  const named = conditions.flatMap((keys) =>
    Object.entries(keys).flatMap(([key, patterns]) =>
      listOf(patterns).map((pattern) => `${key} ${pattern}`),
    ),
  );
  return [...new Set(named)].flatMap((entry) => {
    const [key = '', pattern = ''] = entry.split(' ');
    const values = requests.flatMap(({ context }) => context[key] ?? []);
    if (values.some((value) => isLike(pattern, value))) return [];
    return [{ functionName, action: key, resource: '', pattern }];
  });
}

/** A right as one readable line. */
export function describeGrant({ functionName, action, resource, pattern }: Grant): string {
  return `${functionName}: ${action} ${pattern ?? `on ${resource}`}`;
}

/** A line of each action that was denied, the first request in full. */
function describeDenied({ functionName }: FunctionRecord, denied: readonly AccessRequest[]) {
  return [...Map.groupBy(denied, ({ action }) => action).values()].flatMap((requests) => {
    const [first] = requests;
    if (!first) return [];
    const values = Object.entries(first.context).map(([key, texts]) => ` ${key}=${texts.join()}`);
    const more = requests.length > 1 ? `, and ${requests.length - 1} more` : '';
    return [`${functionName}: ${first.action} on ${first.resource}${values.join('')}${more}`];
  });
}

function isKnown(grant: Grant, known: readonly KnownUnused[]): boolean {
  return known.some(
    ({ functionName = grant.functionName, action, resource = /./ }) =>
      functionName === grant.functionName &&
      action.test(grant.action) &&
      resource.test(grant.pattern ?? grant.resource),
  );
}

function distinct(requests: readonly AccessRequest[]): AccessRequest[] {
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

/**
 * Rights that can be taken away, one at a time, and no call is denied: nothing used them, or
 * another right covers what did.
 */
function needlessGrants(record: FunctionRecord, requests: readonly AccessRequest[]): Grant[] {
  const grants = grantsOf(record);
  const denials = record.policies
    .flatMap(({ Statement }) => Statement)
    .filter(({ Effect }) => Effect === 'Deny');
  const allowed = requests.filter((request) => isAllowed(record.policies, request));
  return grants.flatMap(([grant, statement]) => {
    const others = grants.map(([, other]) => other).filter((other) => other !== statement);
    const remaining = [{ Statement: [...others, ...denials] }];
    return allowed.every((request) => isAllowed(remaining, request)) ? [grant] : [];
  });
}

/**
 * Calls that the function's policies don't allow, and rights in them that no call needed, as lines.
 */
export function checkRights(
  record: FunctionRecord,
  place: Place,
  known: readonly KnownUnused[] = [],
): { readonly denied: string[]; readonly unused: string[] } {
  const requests = distinct(record.calls.flatMap((call) => accessRequests(call, place)));
  const denied = requests.filter((request) => !isAllowed(record.policies, request));
  const remaining = [...needlessGrants(record, requests), ...unusedPatterns(record, requests)];
  return {
    denied: describeDenied(record, denied),
    unused: remaining.filter((grant) => !isKnown(grant, known)).map(describeGrant),
  };
}
