/** Members of a policy's statement, each one value or a list of them. */
interface Statement {
  readonly Effect?: string;
  readonly Principal?: string | Readonly<Record<string, string | readonly string[]>>;
  readonly Action?: string | readonly string[];
  readonly Condition?: object;
}

/** The service principal of CloudWatch, alike in all partitions. */
export const CLOUDWATCH = 'cloudwatch.amazonaws.com';
const PUBLISHING = ['sns:publish', 'sns:*', '*'];

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

function isAboutCloudWatch({ Principal: principal, Action }: Statement): boolean {
  const names =
    typeof principal === 'object'
      ? [...listOf(principal.AWS), ...listOf(principal.Service)]
      : listOf(principal);
  return (
    names.some((name) => name === '*' || name === CLOUDWATCH) &&
    listOf(Action).some((action) => PUBLISHING.includes(action.toLowerCase()))
  );
}

/**
 * Whether the policy of a topic lets CloudWatch publish, as far as its principals and actions say.
 * Conditions that restrict who may are taken as met.
 */
export function mayCloudWatchPublish(policy: string): boolean {
  const { Statement: stated = [] } = JSON.parse(policy || '{}') as {
    Statement?: Statement | readonly Statement[];
  };
  const statements = (Array.isArray(stated) ? stated : [stated]).filter(isAboutCloudWatch);
  const isDenied = statements.some(({ Effect, Condition }) => Effect === 'Deny' && !Condition);
  return !isDenied && statements.some(({ Effect }) => Effect === 'Allow');
}
