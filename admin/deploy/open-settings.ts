import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CommandError } from '../../cli/command-error.ts';
import { openCloudFormation } from '../read-stack.ts';
import { type DeployOptions, readDeployArguments } from './deploy-arguments.ts';
import { type ReadSettings, readSettings } from './read-settings.ts';

/**
 * The settings of a stage below `root`, and a client in the account and region that it is deployed
 * to. Throws a CommandError with every fault.
 */
export async function openSettings(
  root: string,
  options: DeployOptions & { readonly stack?: string; readonly data?: string },
): Promise<ReadSettings & { readonly client: CloudFormationClient }> {
  if (options.stack !== undefined || options.data !== undefined) {
    throw new CommandError('usage', 'The stack follows from --stage; see docs/deploy.md.');
  }
  const given = readDeployArguments(options);
  // for the comparison and for the CDK alike: never one account for the one and another for the
  // other
  if (given.profile) process.env.AWS_PROFILE = given.profile;
  const client = await openCloudFormation();
  return { ...readSettings(root, given, await client.config.region()), client };
}
