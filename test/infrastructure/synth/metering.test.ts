import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { FUNCTIONS } from '../../../lib/functions.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { TABLE_ACCESS } from '../../../lib/table-access.ts';
import { checkNoCycles } from './support/function-checks.ts';
import { functionsOf } from './support/rights.ts';
import { drop, type Spoil, set } from './support/spoil.ts';
import { checkBuckets } from './support/store-checks.ts';
import {
  all,
  get,
  listAt,
  only,
  references,
  synthesize,
  type Template,
} from './support/template.ts';

const BUCKET = 'AWS::S3::Bucket';
const LOGS = 'StorageAccessLogs';
const QUEUE = 'AWS::SQS::Queue';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const DISTRIBUTION = 'AWS::CloudFront::Distribution';
const TEAM = {
  maxImages: 1000,
  maxTransformationsPerMonth: 5000,
  maxBandwidthBytesPerMonth: null,
  maxProjects: 10,
};

const off = synthesize();
const on = synthesize({ cdnAccessLogs: 'standard' });
const withPlans = synthesize({ plans: JSON.stringify({ team: TEAM }) });

/** The conditions under which each log is counted, and no viewer's address is kept. */
function checkMetering(template: Template): string[] {
  const bucket = only(template, BUCKET, LOGS);
  const queue = only(template, QUEUE, 'MeteringQueue').Properties;
  const dead = only(template, QUEUE, 'MeteringDeadLogs').Properties;
  const mapping = only(template, MAPPING, 'meteraccesslogs').Properties;
  const filter = only(template, 'AWS::Logs::MetricFilter', 'MeteringOverPlan').Properties;
  const told = get(bucket.Properties, 'NotificationConfiguration.QueueConfigurations.0');
  const ends = listAt(bucket.Properties, 'LifecycleConfiguration.Rules').some(
    (rule) => get(rule, 'ExpirationInDays') === 7 && get(rule, 'Prefix') === undefined,
  );
  const timeoutMs = FUNCTIONS['meter-access-logs'].timeoutMs;
  const alarms = all(template, 'AWS::CloudWatch::Alarm').map(([id]) => id);
  const rules: [boolean, string][] = [
    [ends && LIMITS.accessLogDays === 7, 'logs stay'],
    [get(bucket.Properties, 'VersioningConfiguration') === undefined, 'versions stay'],
    [get(told, 'Event') === 's3:ObjectCreated:*', 'logs are not told'],
    [references(told).some((id) => id.startsWith('MeteringQueue')), 'told elsewhere'],
    [[bucket.DependsOn].flat().some((id) => id?.startsWith('MeteringQueuePolicy')), 'order'],
    [get(queue, 'RedrivePolicy.deadLetterTargetArn') !== undefined, 'no dead letters'],
    [(queue.VisibilityTimeout as number) * 1000 > timeoutMs, 'visible too soon'],
    [dead.MessageRetentionPeriod === 7 * 86_400, 'dead letters outlive their logs'],
    [get(mapping, 'ScalingConfig.MaximumConcurrency') === 2, 'too many at the same counts'],
    [listAt(mapping, 'FunctionResponseTypes').includes('ReportBatchItemFailures'), 'lost'],
    [filter.FilterPattern === '{ $.message = "bandwidth over the plan" }', 'another line'],
    ...['accesslogsgivenup', 'accesslogslate', 'bandwidthoverplan'].map(
      (name): [boolean, string] => [
        alarms.some((id) => id.startsWith(`Monitoring${name}`)),
        `no alarm ${name}`,
      ],
    ),
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

const RULES = 'Properties.LifecycleConfiguration.Rules.0.ExpirationInDays';
const SPOILS: Readonly<Record<string, Spoil>> = {
  'kept for a year': set(BUCKET, LOGS, RULES, 365),
  versions: set(BUCKET, LOGS, 'Properties.VersioningConfiguration', { Status: 'Enabled' }),
  'nobody told': set(BUCKET, LOGS, 'Properties.NotificationConfiguration', undefined),
  'told before the queue lets it': set(BUCKET, LOGS, 'DependsOn', []),
  'no dead letters': set(QUEUE, 'MeteringQueue', 'Properties.RedrivePolicy', undefined),
  'visible too soon': set(QUEUE, 'MeteringQueue', 'Properties.VisibilityTimeout', 60),
  'many at once': set(MAPPING, 'meteraccesslogs', 'Properties.ScalingConfig', undefined),
  'no alarm': drop('AWS::CloudWatch::Alarm', 'Monitoringbandwidthoverplan'),
  'no alarm on logs that wait': drop('AWS::CloudWatch::Alarm', 'Monitoringaccesslogslate'),
};

const logging = (template: Template) =>
  get(only(template, DISTRIBUTION).Properties, 'DistributionConfig.Logging');
const ownership = (template: Template) =>
  get(only(template, BUCKET, LOGS).Properties, 'OwnershipControls.Rules.0.ObjectOwnership');

describe('metering in the stack', () => {
  it('counts each log and keeps none (quotas.bandwidth)', () =>
    expect(checkMetering(off)).toEqual([]));

  it.each(Object.entries(SPOILS))('is reported where it is not so: %s', (_, spoil) => {
    const spoiled = structuredClone(off);
    spoil(spoiled);
    expect(checkMetering(spoiled)).not.toEqual([]);
  });

  it('has no logs and no grants by list unless they are requested', () => {
    expect([logging(off), ownership(off)]).toEqual([undefined, 'BucketOwnerEnforced']);
  });

  it('has the CDN write its logs on request, without cookies, into a bucket that is as private', () => {
    expect(logging(on)).toMatchObject({ IncludeCookies: false, Prefix: 'cdn/' });
    expect(references(logging(on)).every((id) => id.startsWith(LOGS))).toBe(true);
    expect(ownership(on)).toBe('BucketOwnerPreferred');
    expect([...checkMetering(on), ...checkBuckets(on), ...checkNoCycles(on)]).toEqual([]);
  });

  it('refuses it on a target without a CDN', () => {
    const context = { target: 'localstack', cdnUrl: 'http://localhost:8081' };
    expect(() => parseSettings({ ...context, cdnAccessLogs: 'standard' })).toThrow('no CDN');
    expect(parseSettings(context).cdnAccessLogs).toBe('none');
  });
});

describe('plans in the stack', () => {
  it('are passed to each function that reads projects, to no other, and to the operator', () => {
    const told = functionsOf(withPlans).flatMap(([name, fn]) =>
      get(fn, 'Properties.Environment.Variables.PLANS') === undefined ? [] : [name],
    );
    const readers = Object.entries(TABLE_ACCESS).flatMap(([name, { tables, joinedReads }]) =>
      tables.projects || joinedReads?.includes('projects') ? [name.replaceAll('-', '')] : [],
    );
    const result = functionsOf(withPlans).map(([name]) => name);
    expect(told.sort()).toEqual(readers.filter((name) => result.includes(name)).sort());
    const { Outputs = {} } = withPlans as Template & {
      Outputs?: Record<string, { Value: string }>;
    };
    expect(JSON.parse(Outputs.Plans?.Value ?? '')).toEqual({ team: TEAM });
    expect(JSON.stringify(off)).not.toContain('"PLANS"');
  });

  it('are refused with all faults together, from a file or from -c', () => {
    expect(parseSettings({ plans: { team: TEAM } }).plans).toEqual({ team: TEAM });
    const faults = (plans: unknown) => {
      try {
        parseSettings({ plans });
        return [];
      } catch (error) {
        return (error as Error).message.split('\n').slice(1);
      }
    };
    expect(faults({ free: TEAM, Team: { ...TEAM, maxImages: -1 } })).toHaveLength(3);
    expect(faults('{"team": 1}')).toEqual(['  plans: team: must be an object of limits']);
    expect(faults('team')).toHaveLength(1);
  });

  it('fit into what a function’s variables may hold, as many and as long as they may be', () => {
    const most = Array.from({ length: LIMITS.maxConfiguredPlans }, (_, at) => [
      `${at}`.padEnd(30, 'p'),
      Object.fromEntries(Object.keys(TEAM).map((name) => [name, Number.MAX_SAFE_INTEGER])),
    ]);
    // AWS Lambda quotas: 4 KB for all variables; names and addresses take less than the other half
    expect(JSON.stringify(Object.fromEntries(most)).length).toBeLessThan(2_300);
  });
});
