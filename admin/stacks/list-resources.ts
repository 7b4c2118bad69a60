import {
  type CloudFormationClient,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/** A resource of a stack, or of one that was deleted. */
export interface StackResource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly status: string;
  /** Why it is in that state; empty where CloudFormation says nothing. */
  readonly reason: string;
}

/**
 * All resources of a stack; of a deleted one by its id, for the 90 days that CloudFormation knows
 * it.
 */
export async function listResources(
  client: CloudFormationClient,
  stack: string,
): Promise<StackResource[]> {
  const found: StackResource[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: stack })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      found.push({
        logicalId: resource.LogicalResourceId ?? '',
        physicalId: resource.PhysicalResourceId ?? '',
        type: resource.ResourceType ?? '',
        status: resource.ResourceStatus ?? '',
        reason: resource.ResourceStatusReason ?? '',
      });
    }
  }
  return found;
}
