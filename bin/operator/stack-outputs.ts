import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';

/** The outputs of a deployed stack, by name; undefined where it has none of that name. */
export async function findStackOutputs(
  stack: string,
): Promise<(name: string) => string | undefined> {
  const client = new CloudFormationClient({});
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
  const outputs = Stacks[0]?.Outputs ?? [];
  return (name) => outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
}

/** The same, but throws where there is no such output. */
export async function readStackOutputs(stack: string): Promise<(name: string) => string> {
  const find = await findStackOutputs(stack);
  return (name) => {
    const value = find(name);
    if (!value) throw new Error(`the stack ${stack} has no output ${name}: is it deployed whole?`);
    return value;
  };
}

/** The plans that a stack was deployed with, beside free and unlimited. */
export async function readStackPlans(stack: string): Promise<ConfiguredPlans> {
  const plans = (await findStackOutputs(stack))('Plans');
  return plans === undefined ? {} : JSON.parse(plans);
}

/** The account of those who deployed a stack. */
export const STACK_ACCOUNT_ID = 'acc_operator';
