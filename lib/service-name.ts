import { Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Whether a service is all of its stack: its resources then have the names of the stack's own. */
function isWholeStack(service: Construct): boolean {
  return service.node.scope === Stack.of(service) && service.node.id === 'Default';
}

/** A service's name, unique in its account and region: the stack's, or one with its own path. */
export function serviceNameOf(service: Construct): string {
  const { stackName } = Stack.of(service);
  if (isWholeStack(service)) return stackName;
  return Names.uniqueResourceName(service, { maxLength: 60 });
}

/** Tells apart the services of one stack in names with the stack's id; '' for a whole stack. */
export function suffixOf(service: Construct): string {
  return isWholeStack(service) ? '' : `-${service.node.addr.slice(-8)}`;
}
