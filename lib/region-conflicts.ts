import type { Settings } from './settings.ts';

/**
 * AWS Lambda Developer Guide, "Creating and managing Lambda function URLs": these regions have
 * none.
 */
const WITHOUT_FUNCTION_URLS = [
  'ap-east-2',
  'ap-south-2',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
];
/**
 * Amazon CloudFront Developer Guide, "Configure standard logging (legacy)": it delivers to no
 * bucket in these.
 */
const WITHOUT_STANDARD_LOGS = [
  'af-south-1',
  'ap-east-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'me-south-1',
];
/** Settings with an ARN that must be in the region of the stack. */
const IN_THE_REGION = ['apiCertificateArn', 'apiWafAclArn', 'alarmTopicArn'] as const;

/** The settings that a region does not support, as errors; an emulator accepts any region. */
export function describeRegionConflicts(
  given: Readonly<Partial<Record<keyof Settings, unknown>>>,
  region: string,
): string[] {
  if ((given.target ?? 'aws') !== 'aws') return [];
  const elsewhere = IN_THE_REGION.filter((name) => {
    const arn = given[name];
    return typeof arn === 'string' && arn.startsWith('arn:') && arn.split(':')[3] !== region;
  });
  return [
    ...(WITHOUT_FUNCTION_URLS.includes(region)
      ? [
          `region ${region}: Lambda does not support Function URLs, which serve the images, in this region`,
        ]
      : []),
    ...(given.cdnAccessLogs === 'standard' && WITHOUT_STANDARD_LOGS.includes(region)
      ? [`cdnAccessLogs: CloudFront does not support standard logs in ${region}`]
      : []),
    ...elsewhere.map((name) => `${name}: must be in the region of the stack, ${region}`),
  ];
}
