import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { describe, expect, it } from 'vitest';
import { MIN_QUEUE_CONCURRENCY } from '../../../lib/queue-concurrency.ts';
import { ACCOUNT_QUOTAS } from '../../../lib/quotas/account-quotas.ts';
import { backgroundExecutions } from '../../../lib/quotas/executions.ts';
import { resourcesOf } from '../../../lib/quotas/stage-needs.ts';
import {
  type GivenSettings,
  PART_NAMES,
  PART_OF_SETTING,
  partsOf,
  STAGE_PARTS,
  settingsOf,
} from '../../../lib/quotas/stage-parts.ts';
import { SETTINGS } from '../../../lib/settings.ts';
import { PACKAGE_BUDGETS } from '../../../scripts/api-rules/local.ts';
import { countRuns, countTypes, EVERYTHING } from '../../../scripts/quotas/count-resources.ts';
import { COUNT_OF_TEMPLATE, quotasExceeded } from '../../../scripts/quotas/count-template.ts';
import { KNOWN_TYPES, WITHOUT_A_QUOTA } from '../../../scripts/quotas/resource-types.ts';
import { addService, synthesizeApp } from '../synth/support/service.ts';
import { all, get, synthesize, type Template } from '../synth/support/template.ts';

const usual = synthesize();
const largest = synthesize({ ...EVERYTHING });
/** The construct in an app of its user, with resources that only props can add. */
const construct = synthesizeApp((stack) => {
  const zone = { hostedZoneId: 'Z1', zoneName: 'example.com' };
  const hostedZone = HostedZone.fromHostedZoneAttributes(stack, 'Zone', zone);
  const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
  const certificate = Certificate.fromCertificateArn(stack, 'Certificate', arn);
  const service = addService(stack, 'Images', {
    events: true,
    originalVersions: Duration.days(7),
    parameterPrefix: '/shop/images',
    apiDomain: { domainName: 'api.example.com', certificate, hostedZone },
  });
  expect(service.uploadKeyParameter).not.toBe('');
});

const unknownTypes = ({ Resources }: Template) =>
  [...new Set(Object.values(Resources).map(({ Type }) => Type))].filter(
    (type) => !KNOWN_TYPES.has(type),
  );

describe('each type of resource', () => {
  it('has a row among the quotas, or a reason for none', () => {
    for (const template of [usual, largest, construct]) expect(unknownTypes(template)).toEqual([]);
  });

  it('is reported where it has neither', () => {
    const spoiled = structuredClone(usual);
    spoiled.Resources.New = { Type: 'AWS::CloudFront::KeyValueStore', Properties: {} };
    expect(unknownTypes(spoiled)).toEqual(['AWS::CloudFront::KeyValueStore']);
  });

  it('has a reason for no row only where it is in a template', () => {
    const seen = new Set(
      [usual, largest, construct].flatMap(({ Resources }) =>
        Object.values(Resources).map(({ Type }) => Type),
      ),
    );
    // of a deploy to a known region, and of the published construct, whose function writes the site
    for (const type of ['AWS::CDK::Metadata', 'Custom::ImagewellSite']) seen.add(type);
    expect(Object.keys(WITHOUT_A_QUOTA).filter((type) => !seen.has(type))).toEqual([]);
  });
});

describe('the resources that doctor counts with', () => {
  const counted = (given: GivenSettings) => {
    const { 'AWS::CloudFormation::Stack': stack, ...resources } = resourcesOf(given);
    expect(stack).toBe(1);
    return resources;
  };
  const some = settingsOf(['rekognition', 'alarmEmail', 'logRole']);

  it('are those of the template, whatever settings are on', () => {
    expect(counted({})).toEqual(countTypes(usual));
    expect(counted(EVERYTHING)).toEqual(countTypes(largest));
    expect(counted(some)).toEqual(countTypes(synthesize({ ...some })));
  });

  it('have a part for each setting that adds any', () => {
    expect(Object.keys(PART_OF_SETTING).sort()).toEqual(SETTINGS.map(({ name }) => name).sort());
    for (const name of PART_NAMES) {
      const expected = new Set([...(STAGE_PARTS[name].needs ?? []), name]);
      expect(new Set(partsOf(settingsOf([name])))).toEqual(expected);
    }
  });

  it('take no less storage than a packed function or layer may have (performance.package-size)', () => {
    const { 'AWS::Lambda::Function': bytes } = ACCOUNT_QUOTAS.codeStorage.takes;
    expect(bytes).toBeGreaterThan(Math.max(...Object.values(PACKAGE_BUDGETS)));
  });
});

describe('a template', () => {
  it('is within each quota of AWS that has a row, of a new account too', () => {
    for (const template of [usual, largest, construct])
      expect(quotasExceeded(template)).toEqual([]);
  });

  it('has no more than 450 resources, and 480 with every setting on', () => {
    expect(COUNT_OF_TEMPLATE.stackResources(usual)).toBeLessThanOrEqual(450);
    expect(COUNT_OF_TEMPLATE.stackResources(largest)).toBeLessThanOrEqual(480);
  });

  it('is reported where it is above a quota', () => {
    const spoiled = structuredClone(usual);
    for (const [, { Properties }] of all(spoiled, 'AWS::Lambda::Function')) {
      Properties.MemorySize = 3_009;
      Properties.Timeout = 901;
    }
    for (const [, { Properties }] of all(spoiled, 'AWS::CloudFront::CachePolicy')) {
      const key = get(Properties, 'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin');
      const names = Array.from({ length: 11 }, (_, at) => `name${at}`);
      Object.assign(key as object, { QueryStringsConfig: { QueryStrings: names } });
    }
    expect(quotasExceeded(spoiled)).toEqual([
      'cacheQueryStrings',
      'functionMemory',
      'functionTimeout',
    ]);
  });
});

describe('background work', () => {
  const executionsOf = (template: Template) => {
    const { queues, others } = countRuns(template);
    return queues.reduce((sum, count) => sum + count, others);
  };
  const highest = (template: Template) => Math.max(...countRuns(template).queues);

  it('takes as many executions as doctor counts with', () => {
    expect(executionsOf(usual)).toBe(backgroundExecutions({}));
    expect(executionsOf(largest)).toBe(backgroundExecutions(EVERYTHING));
  });

  it.each([MIN_QUEUE_CONCURRENCY, 3])('takes fewer with backgroundConcurrency=%i', (value) => {
    const settings = { ...EVERYTHING, backgroundConcurrency: value };
    const lowered = synthesize(settings);
    expect(highest(lowered)).toBe(value);
    expect(executionsOf(lowered)).toBe(backgroundExecutions(settings));
    expect(executionsOf(lowered)).toBeLessThan(executionsOf(largest));
  });

  it('takes no more with a higher backgroundConcurrency than without', () => {
    expect(countRuns(synthesize({ backgroundConcurrency: '1000' }))).toEqual(countRuns(usual));
  });

  it('is lowered by props of the construct too, within the bounds of AWS', () => {
    const lowered = synthesizeApp((stack) => {
      addService(stack, 'Images', { events: true, backgroundConcurrency: 2 });
    });
    expect(highest(lowered)).toBe(2);
    for (const wrong of [1, 2.5, 1_001]) {
      const build = () =>
        synthesizeApp((stack) => {
          addService(stack, 'Images', { backgroundConcurrency: wrong });
        });
      expect(build).toThrow('backgroundConcurrency: must be an integer from 2 to 1000');
      expect(() => synthesize({ backgroundConcurrency: `${wrong}` })).toThrow(
        'backgroundConcurrency: must be an integer from 2 to 1000',
      );
    }
  });
});
