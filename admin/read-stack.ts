import {
  CloudFormationClient,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { createAwsClient } from '../adapters/aws-clients/create-client.ts';
import { CommandError } from '../cli/command-error.ts';
import { type TableName, tableOutput } from '../core/foundation/dynamodb-tables.ts';
import type { ConfiguredPlans } from '../core/projects/plans.ts';

/** A stack as CloudFormation describes it. */
export interface FoundStack {
  readonly name: string;
  /** By which it is found when it is deleted, too. */
  readonly id: string;
  readonly status: string;
  /** The value of an output; undefined where it has none of that name. */
  readonly output: (name: string) => string | undefined;
}

const WHERE = 'Check the account and the region (AWS_PROFILE, AWS_REGION).';

/**
 * A client in the region that the AWS SDK finds; throws a CommandError of one sentence where it
 * finds none.
 */
export async function openCloudFormation(): Promise<CloudFormationClient> {
  const client = createAwsClient('command', 'CloudFormationClient', CloudFormationClient);
  const region = await client.config.region().catch(() => undefined);
  if (region) return client;
  const hint = 'Set AWS_REGION, or set AWS_PROFILE to a profile with a region.';
  throw new CommandError('credentials', 'No AWS region is set.', hint);
}

function describeStack({ StackName = '', StackId = '', StackStatus, Outputs }: Stack): FoundStack {
  const outputs = Outputs ?? [];
  const output = (name: string) => outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  return { name: StackName, id: StackId, status: StackStatus ?? '', output };
}

/**
 * The stack of this name, or undefined where there is none; a name that can't be one is a
 * CommandError.
 */
export async function findStack(
  client: CloudFormationClient,
  name: string,
): Promise<FoundStack | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks[0] && describeStack(Stacks[0]);
  } catch (error) {
    const { name: fault, message } = error as Error;
    // CloudFormation's error for a stack that isn't there
    if (fault !== 'ValidationError') throw error;
    if (/does not exist/.test(message)) return undefined;
    throw new CommandError('usage', `${name} is not a valid stack name: ${message}`);
  }
}

/** A deployed stack of imagewell. */
export interface DeployedStack {
  readonly name: string;
  readonly id: string;
  /** The value of an output; undefined where it has none of that name. */
  readonly find: (name: string) => string | undefined;
  /** The value of an output; throws a CommandError if it is missing. */
  readonly output: (name: string) => string;
  /** The name of a table; throws a CommandError if it is missing. */
  readonly table: (name: TableName) => string;
  /** The plans that it was deployed with, beside free and unlimited. */
  readonly plans: ConfiguredPlans;
}

/** Reads the description of a stack; throws a CommandError if the stack doesn't exist. */
export async function readStack(name: string): Promise<DeployedStack> {
  const found = await findStack(await openCloudFormation(), name);
  if (!found) throw new CommandError('notFound', `The stack ${name} does not exist.`, WHERE);
  const find = found.output;
  const output = (outputName: string): string => {
    const value = find(outputName);
    if (value) return value;
    const message = `The stack ${name} has no output ${outputName}. Check that it is a completely deployed imagewell stack.`;
    throw new CommandError('notFound', message);
  };
  return {
    name,
    id: found.id,
    find,
    output,
    table: (table) => output(tableOutput(table)),
    plans: JSON.parse(find('Plans') ?? '{}'),
  };
}

/** The account of those who deployed a stack. */
export const STACK_ACCOUNT_ID = 'acc_operator';
