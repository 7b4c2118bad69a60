import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { CommandError } from '../../cli/command-error.ts';
import { typedName } from '../../cli/output/ask.ts';
import { findStack, openCloudFormation } from '../read-stack.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { requireStackName } from './require-stack-name.ts';
import { findKept, tearDown } from './tear-down.ts';

/**
 * `admin teardown`: deletes a stack that was deployed with removalPolicy=destroy, and everything in
 * its buckets and tables. Credentials, region and endpoint come from where the AWS SDK looks for
 * them.
 */
export async function runTeardown(call: ProgramCall<{ readonly yes?: boolean }>): Promise<void> {
  const { session, options } = call;
  const stack = requireStackName(options);
  const cloudFormation = await openCloudFormation();
  const found = await findStack(cloudFormation, stack);
  if (!found) throw new CommandError('notFound', `The stack ${stack} does not exist.`);
  if (found.output('ImagesTable') === undefined && found.status !== 'DELETE_FAILED') {
    throw new CommandError('notFound', `The stack ${stack} is not an imagewell stack.`);
  }
  const kept = await findKept(cloudFormation, found);
  if (kept.length > 0) {
    const message = `${stack} retains its data: ${kept.length} tables, buckets and user pools would remain.`;
    const hint =
      'To delete them: npx imagewell admin deploy --change removalPolicy -c removalPolicy=destroy, then run teardown again. To keep them: npx cdk destroy.';
    throw new CommandError('notAllowed', message, hint);
  }
  const region = await cloudFormation.config.region();
  const { tell } = session;
  tell(`${found.id} in ${region}: with all of its tables, buckets and users`);
  const question = `All images of ${stack} will be deleted. Type ${stack} to confirm:`;
  await typedName(session.machine, question, { name: stack, isYes: options.yes });
  const remaining = await tearDown(
    { cloudFormation, s3: createS3Client({}, 'command'), tell },
    found,
  );
  tell(`${stack} is deleted`);
  for (const { type, physicalId } of remaining) tell(`not deleted: ${type} ${physicalId}`);
}
