import { Stack } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** The kinds of endpoints that functions and browsers call. */
export type EndpointKinds = Pick<Settings, 'fipsEndpoints' | 'dualStackEndpoints'>;

/** Has the clients of the SDK in a function resolve endpoints of these kinds. */
export function setEndpointKinds(fn: ServiceFunction, kinds: EndpointKinds): void {
  if (kinds.fipsEndpoints === 'on') fn.setVariable(ENVIRONMENT.useFipsEndpoint, 'true');
  if (kinds.dualStackEndpoints === 'on') fn.setVariable(ENVIRONMENT.useDualStackEndpoint, 'true');
}

/**
 * The host of a bucket at endpoints of these kinds, as the SDK's endpoint rules have it. For FIPS
 * CloudFormation has no attribute.
 */
export function bucketHostOf(bucket: Bucket, kinds: EndpointKinds): string {
  const isDualStack = kinds.dualStackEndpoints === 'on';
  if (kinds.fipsEndpoints === 'off') {
    return isDualStack ? bucket.bucketDualStackDomainName : bucket.bucketRegionalDomainName;
  }
  const { region, urlSuffix } = Stack.of(bucket);
  const service = isDualStack ? 's3-fips.dualstack' : 's3-fips';
  return `${bucket.bucketName}.${service}.${region}.${urlSuffix}`;
}
