import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { EVENT_ALARMS } from '../../../lib/monthly-cost.ts';
import { EXPECTED_RIGHTS, EXPECTED_RIGHTS_OF_EVENTS } from './support/expected-rights.ts';
import { checkNoCycles, checkNoStars, checkRights } from './support/function-checks.ts';
import { functionsOf } from './support/rights.ts';
import { allow, drop, idOf, type Spoil, set } from './support/spoil.ts';
import { all, get, listAt, only, synthesize, type Template } from './support/template.ts';

const ALL_RIGHTS = { ...EXPECTED_RIGHTS, ...EXPECTED_RIGHTS_OF_EVENTS };
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const OF_COUNTS = 'publisheventsDynamoDBEventSourceimageserviceTablesusage';
const off = synthesize();
const on = synthesize({ events: 'on' });

/** The conditions under which every change is published. */
function checkEvents(template: Template): string[] {
  const streams = all(template, MAPPING)
    .filter(([id]) => id.startsWith('publishevents'))
    .map(([, { Properties }]) => Properties);
  const filters = streams.flatMap((stream) =>
    listAt(stream, 'FilterCriteria.Filters').map((filter) => get(filter, 'Pattern')),
  );
  const wanted = [
    '{"dynamodb":{"NewImage":{"part":{"S":["record"]}}}}',
    '{"dynamodb":{"NewImage":{"counter":{"S":[{"prefix":"images#"},{"prefix":"transformations#"},{"prefix":"bandwidth#"}]}}}}',
  ];
  const rules: [boolean, string][] = [
    [JSON.stringify(filters.sort()) === JSON.stringify(wanted.sort()), 'filters'],
    [streams.every((stream) => stream.MaximumRecordAgeInSeconds === 43_200), 'given up too soon'],
    [streams.every((stream) => stream.MaximumRetryAttempts === undefined), 'given up too soon'],
    [streams.every((stream) => stream.BisectBatchOnFunctionError === true), 'one fails all'],
    [
      streams.every(
        (stream) => get(stream, 'DestinationConfig.OnFailure.Destination') !== undefined,
      ),
      'no dead letters',
    ],
    [
      ['eventsgivenup', 'eventslate', 'deliveriesgivenup', 'publisheventserrors'].every((name) =>
        all(template, 'AWS::CloudWatch::Alarm').some(([id]) => id.startsWith(`Monitoring${name}`)),
      ),
      'no alarm',
    ],
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

const SPOILS: Readonly<Record<string, Spoil>> = {
  'no stream of counts': drop(MAPPING, OF_COUNTS),
  'ten tries': set(MAPPING, OF_COUNTS, 'Properties.MaximumRetryAttempts', 10),
  'an hour': set(MAPPING, OF_COUNTS, 'Properties.MaximumRecordAgeInSeconds', 3600),
  'no dead letters': set(MAPPING, OF_COUNTS, 'Properties.DestinationConfig', undefined),
  'no alarm': drop('AWS::CloudWatch::Alarm', 'Monitoringeventslate'),
};

describe('events', () => {
  it('are off unless a setting says so: no function, no bus, no alarm', () => {
    expect(functionsOf(off).map(([name]) => name)).not.toContain('publishevents');
    expect(all(off, 'AWS::Events::EventBus')).toEqual([]);
    expect(checkRights(off)).toEqual([]);
  });

  it('give their function exactly the rights written down by hand', () => {
    expect(checkRights(on, ALL_RIGHTS)).toEqual([]);
    const spoiled = structuredClone(on);
    allow('publishevents', 'events:PutEvents', { Ref: 'Other' })(spoiled);
    expect(checkRights(spoiled, ALL_RIGHTS)).toEqual([
      'publishevents: more: events:PutEvents <Other>',
    ]);
    expect([...checkNoStars(on), ...checkNoCycles(on)]).toEqual([]);
  });

  it('receive each change of the tables, for half of the stream’s retention', () => {
    expect(checkEvents(on)).toEqual([]);
    expect(on.Outputs.EventBus).toMatchObject({
      Value: { Ref: idOf(on, 'AWS::Events::EventBus', 'EventsBus') },
    });
  });

  it('have as many alarms as docs/costs.md counts', () => {
    const count = (template: Template) => all(template, 'AWS::CloudWatch::Alarm').length;
    expect(count(on) - count(off)).toBe(EVENT_ALARMS);
  });

  it('send webhooks by few concurrent workers, never one twice, and report changes that could not be recorded', () => {
    const queue = only(on, 'AWS::SQS::Queue', 'EventsDeliveries').Properties;
    const worker = only(on, MAPPING, 'deliverwebhooks').Properties;
    const fn = functionsOf(on).find(([name]) => name === 'deliverwebhooks')?.[1].Properties;
    expect(get(queue, 'RedrivePolicy.deadLetterTargetArn')).toBeDefined();
    expect(Number(queue.VisibilityTimeout)).toBeGreaterThan(Number(fn?.Timeout));
    expect(Number(fn?.Timeout) * 1_000).toBeGreaterThan(2 * LIMITS.webhookTimeoutMs);
    expect(worker.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    expect(get(worker, 'ScalingConfig.MaximumConcurrency')).toBe(5);
    expect(fn?.VpcConfig).toBeUndefined();
  });

  it.each(Object.entries(SPOILS))('a stack that is spoiled is told: %s', (_, spoil) => {
    const spoiled = structuredClone(on);
    spoil(spoiled);
    expect(checkEvents(spoiled).length).toBeGreaterThan(0);
  });
});
