import type { CalledService, StackService } from './stack-services.ts';

/** Facts about regions that AWS has on a page or in release notes only, with page and date. */
interface Documented {
  readonly source: string;
  /** The day of the reading. */
  readonly read: string;
  readonly regions: readonly string[];
}

/** A service that is there, though botocore's data of endpoints lacks it. */
export const LAUNCHED: Readonly<Partial<Record<StackService, Documented>>> = {
  cloudfront: {
    source:
      'AWS SDK for C++, release notes of 1.11.936: “Launch CloudFront in AWS European Sovereign Cloud”',
    read: '2026-11-26',
    regions: ['eusc-de-east-1'],
  },
};

/** A partition whose FIPS endpoint of a global service botocore's data lacks. */
export const GLOBAL_FIPS: Readonly<
  Partial<Record<CalledService, { readonly source: string; readonly partition: string }>>
> = {
  cloudfront: {
    source: 'AWS General Reference, “Amazon CloudFront endpoints and quotas”',
    partition: 'aws',
  },
};

/** The regions without Function URLs. */
export const WITHOUT_FUNCTION_URLS: readonly Documented[] = [
  {
    source: 'AWS Lambda Developer Guide, “Creating and managing Lambda function URLs”',
    read: '2026-11-26',
    regions: [
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
    ],
  },
  {
    source: 'Getting Started with Amazon Web Services in China, “Amazon Lambda”',
    read: '2026-11-26',
    regions: ['cn-north-1', 'cn-northwest-1'],
  },
];

/** The regions to whose buckets CloudFront delivers no standard logs (legacy). */
export const WITHOUT_STANDARD_LOGS: Documented = {
  source: 'Amazon CloudFront Developer Guide, “Configure standard logging (legacy)”',
  read: '2026-11-21',
  regions: [
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
  ],
};

/** The regions that Origin Shield can be in. */
export const ORIGIN_SHIELD: Documented = {
  source: 'Amazon CloudFront Developer Guide, “Choosing the AWS Region for your origin shield”',
  read: '2026-11-21',
  regions: [
    'us-east-1',
    'us-east-2',
    'us-west-2',
    'ap-south-1',
    'ap-northeast-1',
    'ap-northeast-2',
    'ap-southeast-1',
    'ap-southeast-2',
    'eu-central-1',
    'eu-west-1',
    'eu-west-2',
    'sa-east-1',
    'me-central-1',
  ],
};
