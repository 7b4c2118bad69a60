import { setTimeout as delay } from 'node:timers/promises';
import {
  type CloudFormationClient,
  CreateChangeSetCommand,
  DescribeChangeSetCommand,
  ExecuteChangeSetCommand,
  paginateListStacks,
} from '@aws-sdk/client-cloudformation';
import { CommandError } from '../../cli/command-error.ts';
import type { TakingBack } from '../../lib/kept-resources.ts';
import { type FoundStack, findStack } from '../read-stack.ts';
import { untilSettled } from './until-settled.ts';

const EVERY_MS = 1_000;

/**
 * The last stack of this name that was deleted; CloudFormation knows it for 90 days. Undefined
 * where there was none.
 */
export async function findLastDeleted(
  client: CloudFormationClient,
  name: string,
): Promise<FoundStack | undefined> {
  let last: { readonly id: string; readonly at: number } | undefined;
  const filter = { StackStatusFilter: ['DELETE_COMPLETE' as const] };
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, filter)) {
    for (const { StackName, StackId = '', DeletionTime } of StackSummaries) {
      const at = DeletionTime?.getTime() ?? 0;
      if (StackName === name && at >= (last?.at ?? 0)) last = { id: StackId, at };
    }
  }
  return last && findStack(client, last.id);
}

/**
 * Imports them into a new stack of this name; throws a CommandError with CloudFormation's reason.
 */
export async function importKept(
  client: CloudFormationClient,
  stack: string,
  { template, resources }: TakingBack,
): Promise<void> {
  const result = await client.send(
    new CreateChangeSetCommand({
      StackName: stack,
      ChangeSetName: `take-back-${Date.now()}`,
      ChangeSetType: 'IMPORT',
      TemplateBody: JSON.stringify(template),
      ResourcesToImport: resources.map((resource) => ({ ...resource })),
    }),
  );
  const ChangeSetName = result.Id ?? '';
  for (;;) {
    const found = await client.send(new DescribeChangeSetCommand({ ChangeSetName }));
    if (found.Status === 'CREATE_COMPLETE') break;
    if (found.Status === 'FAILED') {
      throw new CommandError('failed', `Nothing was imported: ${found.StatusReason}`);
    }
    await delay(EVERY_MS);
  }
  await client.send(new ExecuteChangeSetCommand({ ChangeSetName }));
  let status = await untilSettled(client, result.StackId ?? stack);
  while (status === 'REVIEW_IN_PROGRESS') {
    await delay(EVERY_MS);
    status = await untilSettled(client, result.StackId ?? stack);
  }
  if (status === 'IMPORT_COMPLETE') return;
  throw new CommandError(
    'failed',
    `Nothing was imported: the import ended with the status ${status}.`,
  );
}
