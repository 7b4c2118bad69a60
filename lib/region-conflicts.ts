import { type GivenSettings, type PartName, STAGE_PARTS } from './quotas/stage-parts.ts';
import { FACTS_OF } from './regions/generated/region-facts.ts';
import {
  describeUnknownRegion,
  hasFunctionUrls,
  hasService,
  hasStandardLogs,
  partitionOf,
  servicesWithoutFips,
} from './regions/region-facts.ts';
import { CALLED_SERVICES, STACK_SERVICES, type StackService } from './regions/stack-services.ts';
import type { Settings } from './settings.ts';

/** Settings with an ARN in us-east-1, which only the standard partition has. */
const IN_THE_PARTITION = ['cdnCertificateArn', 'wafAclArn'] as const;
/** Settings with an ARN that must be in the region of the stack. */
const IN_THE_REGION = ['apiCertificateArn', 'apiWafAclArn', 'alarmTopicArn'] as const;
const SERVICES = Object.entries(STACK_SERVICES) as [
  StackService,
  { readonly name: string; readonly only?: PartName },
][];

/** The choice of a stage in place of a service. */
const INSTEAD: Readonly<Partial<Record<StackService, string>>> = {
  'cognito-idp': ': set tokenIssuer, or userPool=none',
};

const isUsed = (part: PartName | undefined, given: GivenSettings): boolean =>
  part === undefined || STAGE_PARTS[part].isOn(given);

function describeServices(given: GivenSettings, region: string): string[] {
  if (!hasService('lambda', region)) {
    return [`region ${region}: does not have the services of the stack yet, by ${FACTS_OF}`];
  }
  const used = SERVICES.filter(([, { only }]) => isUsed(only, given));
  const missing = used.filter(([service]) => !hasService(service, region));
  return missing.map(
    ([service, { name }]) => `region ${region}: does not have ${name}${INSTEAD[service] ?? ''}`,
  );
}

function describeFips(given: GivenSettings, region: string): string[] {
  if (given.fipsEndpoints !== 'on') return [];
  const called = servicesWithoutFips(region).filter((service) => {
    const { only } = CALLED_SERVICES[service] as { readonly only?: PartName };
    return isUsed(only, given);
  });
  const names = called.map((service) => STACK_SERVICES[service].name).join(', ');
  return names === '' ? [] : [`fipsEndpoints: ${region} has no FIPS endpoint of ${names}`];
}

function describeArns(given: GivenSettings, region: string): string[] {
  const partition = partitionOf(region);
  const differs = (name: keyof Settings, part: 1 | 3, own: string | undefined) => {
    const arn = given[name];
    return typeof arn === 'string' && arn.startsWith('arn:') && arn.split(':')[part] !== own;
  };
  return [
    ...IN_THE_REGION.filter((name) => differs(name, 3, region)).map(
      (name) => `${name}: must be in the region of the stack, ${region}`,
    ),
    ...IN_THE_PARTITION.filter((name) => differs(name, 1, partition)).map(
      (name) => `${name}: must be in the partition of the stack, ${partition}`,
    ),
  ];
}

/**
 * The settings that a region does not support, and a region that AWS doesn't have, as errors; an
 * emulator accepts any region.
 */
export function describeRegionConflicts(given: GivenSettings, region: string): string[] {
  if ((given.target ?? 'aws') !== 'aws') return [];
  const unknown = describeUnknownRegion(region);
  if (unknown !== undefined) return [unknown];
  return [
    ...describeServices(given, region),
    ...(hasFunctionUrls(region)
      ? []
      : [
          `region ${region}: Lambda does not support Function URLs, which serve the images, in this region`,
        ]),
    ...(given.cdnAccessLogs === 'standard' && !hasStandardLogs(region)
      ? [`cdnAccessLogs: CloudFront does not support standard logs in ${region}`]
      : []),
    ...describeFips(given, region),
    ...describeArns(given, region),
  ];
}
