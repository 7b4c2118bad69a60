import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { RekognitionClient } from '@aws-sdk/client-rekognition';
import { SSMClient } from '@aws-sdk/client-ssm';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDynamoClient } from '../../../adapters/dynamodb/client/dynamo-client.ts';
import { createS3Client } from '../../../adapters/s3/s3-client.ts';
import { createSqsClient } from '../../../adapters/sqs/sqs-client.ts';
import { describeRegionConflicts } from '../../../lib/region-conflicts.ts';
import { REGIONS } from '../../../lib/regions/region-facts.ts';
import type { CalledService } from '../../../lib/regions/stack-services.ts';
import { openS3 } from '../../../local/objects/s3-objects.ts';
import { resolveIn, textsIn } from '../synth/support/resolve-values.ts';
import { addService, synthesizeApp } from '../synth/support/service.ts';
import { all, get } from '../synth/support/template.ts';
import { ASK, type AskedClient, requestedHost } from './support/requested-host.ts';

/** THE clients of functions, as the adapters and handlers make them. */
const CLIENTS: Readonly<Record<CalledService, () => AskedClient>> = {
  cloudfront: () => new CloudFrontClient({}),
  dynamodb: () => createDynamoClient(),
  events: () => new EventBridgeClient({}),
  rekognition: () => new RekognitionClient({}),
  s3: () => createS3Client(),
  sqs: () => createSqsClient(),
  ssm: () => new SSMClient({}),
};
const SERVICES = Object.keys(CLIENTS) as CalledService[];
const BUCKET = 'incoming-a';

/** A region of each partition. */
const ONE_OF_EACH = [
  'eu-central-1',
  'cn-north-1',
  'us-gov-west-1',
  'eusc-de-east-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'eu-isoe-west-1',
  'us-isof-south-1',
];

interface Kinds {
  readonly fips?: boolean;
  readonly dualStack?: boolean;
}

/** The environment of a function in a region, with the variables of the settings. */
function stubEnvironment(region: string, { fips = false, dualStack = false }: Kinds = {}): void {
  const env = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: undefined,
    AWS_USE_FIPS_ENDPOINT: fips ? 'true' : undefined,
    AWS_USE_DUALSTACK_ENDPOINT: dualStack ? 'true' : undefined,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

/** The host that the client of a function in a region calls. */
function hostOf(service: CalledService, region: string, kinds?: Kinds): Promise<string> {
  stubEnvironment(region, kinds);
  return requestedHost(CLIENTS[service](), ASK[service](BUCKET));
}

afterEach(() => vi.unstubAllEnvs());

describe('the host that a function’s client calls', () => {
  /** As AWS documents them; a region of each partition, and each client. */
  const EXPECTED: Readonly<Record<CalledService, (region: string, suffix: string) => string>> = {
    cloudfront: (region, suffix) => {
      if (region.startsWith('cn-')) return `cloudfront.cn-northwest-1.${suffix}`;
      return `cloudfront.${suffix}`;
    },
    dynamodb: (region, suffix) => `dynamodb.${region}.${suffix}`,
    events: (region, suffix) => `events.${region}.${suffix}`,
    rekognition: (region, suffix) => `rekognition.${region}.${suffix}`,
    s3: (region, suffix) => `${BUCKET}.s3.${region}.${suffix}`,
    sqs: (region, suffix) => `sqs.${region}.${suffix}`,
    ssm: (region, suffix) => `ssm.${region}.${suffix}`,
  };

  it.each(ONE_OF_EACH)('is of the partition of %s, for each client', async (region) => {
    const { domainSuffix = '' } = RegionInfo.get(region);
    for (const service of SERVICES) {
      const host = await hostOf(service, region);
      expect(host, service).toBe(EXPECTED[service](region, domainSuffix));
    }
  });

  it('is in every region that AWS has the one of the SDK’s rules', async () => {
    for (const region of REGIONS) {
      const host = await hostOf('sqs', region);
      const suffix = RegionInfo.get(region).domainSuffix ?? 'amazonaws.com';
      expect(host).toBe(`sqs.${region}.${suffix}`);
    }
  });
});

describe('FIPS and dual-stack endpoints', () => {
  it.each([
    ['us-east-1', { fips: true }, /-fips\./],
    ['ca-central-1', { fips: true }, /-fips\./],
    ['eu-central-1', { dualStack: true }, /\.api\.aws$|\.s3\.dualstack\./],
    ['eusc-de-east-1', { dualStack: true }, /\.api\.amazonwebservices\.eu$|\.s3\.dualstack\./],
    ['us-west-2', { fips: true, dualStack: true }, /-fips\..*(api\.aws$|dualstack\.)/],
  ])('are called in %s with %j, by each client', async (region, kinds, form) => {
    for (const service of SERVICES) expect(await hostOf(service, region, kinds)).toMatch(form);
  });

  it('are refused by name where AWS has none', () => {
    const refused = (region: string, settings = {}) =>
      describeRegionConflicts({ fipsEndpoints: 'on', ...settings }, region);
    expect(refused('us-east-1', { events: 'on', rekognition: 'on' })).toEqual([]);
    expect(refused('ca-central-1')).toEqual([]);
    expect(refused('ca-central-1', { events: 'on' })).toEqual([
      'fipsEndpoints: ca-central-1 has no FIPS endpoint of Amazon EventBridge',
    ]);
    expect(refused('eu-central-1')).toEqual([
      'fipsEndpoints: eu-central-1 has no FIPS endpoint of Amazon DynamoDB, Amazon S3, Amazon SQS',
    ]);
  });

  it('are refused wherever the SDK’s rules refuse them', async () => {
    for (const region of ONE_OF_EACH) {
      for (const kinds of [{ fips: true }, { fips: true, dualStack: true }, { dualStack: true }]) {
        const hosts = await Promise.allSettled(SERVICES.map((one) => hostOf(one, region, kinds)));
        if (hosts.every(({ status }) => status === 'fulfilled')) continue;
        const settings = {
          fipsEndpoints: 'on',
          dualStackEndpoints: kinds.dualStack ? 'on' : 'off',
        };
        expect(kinds.fips, region).toBe(true);
        expect(describeRegionConflicts(settings, region).join(), region).toContain('fipsEndpoints');
      }
    }
  });

  it('are those of a local service with a bucket, which reads the same variables', async () => {
    stubEnvironment('us-east-1', { fips: true, dualStack: true });
    const { client } = await openS3({ bucket: BUCKET, prefix: '' } as Parameters<typeof openS3>[0]);
    const host = await requestedHost(client, ASK.s3(BUCKET));
    expect(host).toBe(`${BUCKET}.s3-fips.dualstack.us-east-1.amazonaws.com`);
  });
});

describe('a stage with such endpoints', () => {
  const CASES = [
    [{}, {}],
    [{ fipsEndpoints: true }, { fips: true }],
    [{ dualStackEndpoints: true }, { dualStack: true }],
    [
      { fipsEndpoints: true, dualStackEndpoints: true },
      { fips: true, dualStack: true },
    ],
  ] as const;

  it.each(CASES)('with %j has its functions and browsers call them', async (props, kinds) => {
    const template = synthesizeApp((stack) => void addService(stack, 'Images', props));
    const functions = all(template, 'AWS::Lambda::Function').filter(([, { Properties }]) =>
      get(Properties, 'Environment.Variables.KEYS_TABLE'),
    );
    expect(functions.length).toBeGreaterThan(5);
    for (const [id, { Properties }] of functions) {
      const variables = get(Properties, 'Environment.Variables');
      const expected = (isOn: boolean) => (isOn ? 'true' : undefined);
      expect(get(variables, 'AWS_USE_FIPS_ENDPOINT'), id).toBe(expected('fips' in kinds));
      expect(get(variables, 'AWS_USE_DUALSTACK_ENDPOINT'), id).toBe(expected('dualStack' in kinds));
    }
    // the form of a direct upload is sent to the bucket's host, which the SDK's rules have
    for (const region of ['us-east-1', 'us-gov-west-1']) {
      const host = (await hostOf('s3', region, kinds)).replace(BUCKET, '');
      const texts = textsIn(resolveIn(region, template, template.Resources));
      const forms = texts.filter((text) => /^https:\/\/<\w*Incoming[^/]*\/$/.test(text));
      expect(forms.length).toBe(1);
      const attribute = 'dualStack' in kinds ? '.DualStackDomainName>' : '.RegionalDomainName>';
      expect(forms[0]).toMatch('fips' in kinds ? `${host}/` : attribute);
      expect(
        texts.some(
          (text) =>
            text.includes(`connect-src 'self' `) && text.includes(`${forms[0]?.slice(0, -1)} `),
        ),
      ).toBe(true);
    }
  });

  it('is refused on an emulator, which has one endpoint', () => {
    const build = () =>
      synthesizeApp(
        (stack) =>
          void addService(stack, 'Images', {
            emulator: { name: 'ministack' },
            fipsEndpoints: true,
          }),
      );
    expect(build).toThrow('fipsEndpoints and dualStackEndpoints: not supported on emulators');
  });
});
