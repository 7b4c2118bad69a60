import { isJsonObject, textOr, valueAt } from '../../core/foundation/json/json-value.ts';

/** The service principal of CloudWatch, alike in all partitions. */
export const CLOUDWATCH = 'cloudwatch.amazonaws.com';
const PUBLISHING = ['sns:publish', 'sns:*', '*'];

/** A member of a policy is one value or a list of them. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isAboutCloudWatch(statement: unknown): boolean {
  const principal = valueAt(statement, 'Principal');
  const names = isJsonObject(principal)
    ? [...listOf(principal.AWS), ...listOf(principal.Service)]
    : listOf(principal);
  const actions = listOf(valueAt(statement, 'Action'));
  return (
    names.some((name) => name === '*' || name === CLOUDWATCH) &&
    actions.some((action) => PUBLISHING.includes(textOr(action).toLowerCase()))
  );
}

/**
 * Whether the policy of a topic lets CloudWatch publish, as far as its principals and actions say.
 * Conditions that restrict who may are taken as met.
 */
export function mayCloudWatchPublish(policy: string): boolean {
  const stated = listOf(valueAt(JSON.parse(policy || '{}'), 'Statement'));
  const effects = stated.filter(isAboutCloudWatch).map((statement) => ({
    effect: valueAt(statement, 'Effect'),
    isConditional: valueAt(statement, 'Condition') !== undefined,
  }));
  const isDenied = effects.some(({ effect, isConditional }) => effect === 'Deny' && !isConditional);
  return !isDenied && effects.some(({ effect }) => effect === 'Allow');
}
