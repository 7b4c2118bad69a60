import { Fact, RegionInfo } from 'aws-cdk-lib/region-info';
import { describe, expect, it } from 'vitest';
import { DOCTOR_CHECKS } from '../../../admin/doctor/checks.ts';
import type { DoctorSubject } from '../../../admin/doctor/subject.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { describeRegionConflicts } from '../../../lib/region-conflicts.ts';
import {
  LAUNCHED,
  ORIGIN_SHIELD,
  WITHOUT_FUNCTION_URLS,
  WITHOUT_STANDARD_LOGS,
} from '../../../lib/regions/documented-facts.ts';
import { REGIONS_WITHOUT } from '../../../lib/regions/generated/region-facts.ts';
import { hasService, partitionOf, REGIONS } from '../../../lib/regions/region-facts.ts';
import { STACK_SERVICES, type StackService } from '../../../lib/regions/stack-services.ts';
import { addService, synthesizeApp } from '../synth/support/service.ts';
import { synthesize } from '../synth/support/template.ts';

const partitionsOf = (regions: readonly string[]) => new Set(regions.map(partitionOf));

/** The answer of `doctor` about a region, before it calls anything. */
async function checkRegion(region: string) {
  const check = DOCTOR_CHECKS.find(({ name }) => name === 'region');
  return check?.run({ region } as DoctorSubject);
}

describe('the table of regions', () => {
  it('has each region that aws-cdk-lib knows, in its partition', () => {
    expect(Fact.regions.length).toBeGreaterThan(45);
    for (const region of Fact.regions) {
      expect(partitionOf(region), region).toBe(RegionInfo.get(region).partition);
    }
    const all = 'aws aws-cn aws-eusc aws-iso aws-iso-b aws-iso-e aws-iso-f aws-us-gov'.split(' ');
    expect([...partitionsOf(REGIONS)].sort()).toEqual(all);
  });

  it('and the lists from AWS’s pages name regions that there are, each with page and date', () => {
    const lists = [
      ...Object.values(LAUNCHED),
      ...WITHOUT_FUNCTION_URLS,
      WITHOUT_STANDARD_LOGS,
      ORIGIN_SHIELD,
    ];
    for (const { source, read, regions } of lists) {
      expect(source.length, source).toBeGreaterThan(20);
      expect(read).toMatch(/^2026-\d\d-\d\d$/);
      expect(regions.filter((region) => !REGIONS.includes(region))).toEqual([]);
    }
  });

  it('and a service is listed as launched only as long as the data lacks it', () => {
    for (const [service, { regions }] of Object.entries(LAUNCHED)) {
      expect(REGIONS_WITHOUT[service as StackService]).toEqual(
        expect.arrayContaining([...regions]),
      );
      for (const region of regions) expect(hasService(service as StackService, region)).toBe(true);
    }
  });
});

describe('the services of a stage', () => {
  /** The services of resource types that have no endpoint of their name. */
  const ELSEWHERE: Readonly<Record<string, StackService | undefined>> = {
    ApiGateway: 'apigateway',
    Cognito: 'cognito-idp',
    CloudWatch: 'monitoring',
    IAM: undefined, // in every partition, and botocore has no entry of it for the newest
    Custom: 'lambda',
  };

  it('have a row for each kind of resource in a template with every setting on', () => {
    const { Resources } = synthesize({
      events: 'on',
      rekognition: 'on',
      cdnAccessLogs: 'standard',
      alarmEmail: 'ops@example.com',
    });
    const spaces = Object.values(Resources).map(({ Type }) => {
      const [owner = '', service = ''] = Type.split('::');
      return owner === 'AWS' ? service : owner;
    });
    const missing = [...new Set(spaces)].filter((space) => {
      const service = space in ELSEWHERE ? ELSEWHERE[space] : space.toLowerCase();
      return service !== undefined && !(service in STACK_SERVICES);
    });
    expect(missing).toEqual([]);
  });

  it.each([
    ['eu-central-1', {}, []],
    ['eusc-de-east-1', {}, []],
    [
      'eusc-de-east-1',
      { rekognition: 'on' },
      ['region eusc-de-east-1: does not have Amazon Rekognition'],
    ],
    ['us-gov-west-1', {}, ['region us-gov-west-1: does not have Amazon CloudFront']],
    [
      'cn-north-1',
      {},
      [
        'region cn-north-1: does not have Amazon Cognito user pools: set tokenIssuer, or userPool=none',
        'region cn-north-1: Lambda does not support Function URLs, which serve the images, in this region',
      ],
    ],
    [
      'cn-north-1',
      { userPool: 'none' },
      [
        'region cn-north-1: Lambda does not support Function URLs, which serve the images, in this region',
      ],
    ],
    [
      'us-isof-south-1',
      { tokenIssuer: 'https://issuer.example' },
      [
        'region us-isof-south-1: does not have Amazon API Gateway',
        'region us-isof-south-1: does not have Amazon CloudFront',
      ],
    ],
    [
      'sa-west-1',
      {},
      [expect.stringContaining('does not have the services of the stack yet, by botocore')],
    ],
    [
      'eusc-de-east-1',
      { cdnCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a' },
      ['cdnCertificateArn: must be in the partition of the stack, aws-eusc'],
    ],
    ['mars-1', {}, ['region mars-1: AWS has no such region, by botocore 1.44.8']],
    [
      'eu-central-3',
      {},
      [
        'region eu-central-3: AWS has no such region, by botocore 1.44.8; did you mean eu-central-1?',
      ],
    ],
    ['toString', {}, ['region toString: AWS has no such region, by botocore 1.44.8']],
    ['mars-1', { target: 'ministack' }, []],
  ])('that %s with %j lacks are named', (region, settings, faults) => {
    expect(describeRegionConflicts(settings, region)).toEqual(faults);
  });
});

describe('a region that does not exist', () => {
  it('fails the check of doctor, with the name of the nearest', async () => {
    expect(await checkRegion('mars-1')).toMatchObject({ state: 'failed' });
    const near = await checkRegion('eu-cental-1');
    expect(near).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('eu-central-1?'),
    });
    expect(await checkRegion('us-gov-west-1')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('does not have Amazon CloudFront'),
    });
    expect(await checkRegion('eusc-de-east-1')).toMatchObject({ state: 'passed' });
  });

  it('fails the settings of a deploy and the synth of an app, as one without a service does', () => {
    expect(() => parseSettings({}, { region: 'mars-1' })).toThrow('AWS has no such region');
    expect(() => parseSettings({}, { region: 'us-iso-east-1' })).toThrow('Amazon CloudFront');
    const synthesizeIn = (region: string) =>
      synthesizeApp((stack) => void addService(stack, 'Images'), { env: { region } });
    expect(() => synthesizeIn('us-east-3')).toThrow('did you mean us-east-');
    expect(() => synthesizeIn('us-gov-east-1')).toThrow('does not have Amazon CloudFront');
    expect(() => synthesizeIn('ap-south-2')).toThrow('Function URLs');
  });

  it('is no region of Origin Shield, in settings and in props', () => {
    expect(() => parseSettings({ originShieldRegion: 'mars-1' })).toThrow('originShieldRegion');
    const build = (originShieldRegion: string) =>
      synthesizeApp((stack) => void addService(stack, 'Images', { originShieldRegion }));
    expect(() => build('mars-1')).toThrow('originShieldRegion: must be one of');
    expect(() => build('eu-north-1')).toThrow('originShieldRegion: must be one of');
  });
});
