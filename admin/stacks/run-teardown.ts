/**
 * `npm run teardown -- --stack NAME [--yes]`: deletes a stack that was deployed with
 * removalPolicy=destroy, and everything in its buckets and tables. Credentials, region and endpoint
 * come from where the AWS SDK looks for them.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { CommandError } from '../../cli/command-error.ts';
import { STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';
import { findStack, openCloudFormation } from '../stack-outputs.ts';
import { findKept, tearDown } from './tear-down.ts';

const OPTIONS = {
  stack: STACK_OPTION,
  yes: { type: 'boolean', default: false, meaning: 'Confirms the deletion without a question.' },
} as const;
const HELP = {
  usage: 'npm run teardown -- --stack NAME [--yes]',
  summary:
    'Deletes a stack that was deployed with removalPolicy=destroy, and everything in its buckets and tables.',
  options: OPTIONS,
  examples: ['npm run teardown -- --stack imagewell-trial'],
} as const;

/** Has the name of the stack typed once more; throws a CommandError where it isn't. */
async function confirm(stack: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'usage',
      'Confirmation requires a terminal; add --yes to confirm.',
      usageOf(HELP),
    );
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await lines.question(
    `All of its images will be deleted. Type ${stack} to confirm: `,
  );
  lines.close();
  if (typed.trim() !== stack) throw new CommandError('failed', 'Nothing was deleted.');
}

await runProgram(HELP, async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const { stack, yes } = values;
  if (!stack)
    throw new CommandError('usage', 'No stack is given; use --stack NAME.', usageOf(HELP));
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
      'To delete them: npm run deploy -- --change removalPolicy -c removalPolicy=destroy, then run teardown again. To keep them: npx cdk destroy.';
    throw new CommandError('notAllowed', message, hint);
  }
  const region = await cloudFormation.config.region();
  const tell = (line: string) => console.error(line);
  tell(`${found.id} in ${region}: with all of its tables, buckets and users`);
  if (!yes) await confirm(stack);
  const remaining = await tearDown({ cloudFormation, s3: createS3Client(), tell }, found);
  tell(`${stack} is deleted`);
  for (const { type, physicalId } of remaining) tell(`not deleted: ${type} ${physicalId}`);
});
