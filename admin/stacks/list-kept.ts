import {
  type CloudFormationClient,
  paginateDescribeStackEvents,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import type { KeptResource } from '../../lib/kept-resources.ts';

/** The retained resources of a deleted stack, by its ID: those whose deletion was skipped. */
export async function listKept(
  client: CloudFormationClient,
  stackId: string,
): Promise<KeptResource[]> {
  const lastEvents = new Map<string, StackEvent>();
  // the newest first
  for await (const page of paginateDescribeStackEvents({ client }, { StackName: stackId })) {
    for (const event of page.StackEvents ?? []) {
      const logicalId = event.LogicalResourceId ?? '';
      if (!lastEvents.has(logicalId)) lastEvents.set(logicalId, event);
    }
  }
  const skipped = [...lastEvents.values()].filter(
    ({ ResourceStatus }) => ResourceStatus === 'DELETE_SKIPPED',
  );
  return skipped.map(({ LogicalResourceId, PhysicalResourceId, ResourceType }) => ({
    logicalId: LogicalResourceId ?? '',
    physicalId: PhysicalResourceId ?? '',
    type: ResourceType ?? '',
  }));
}
