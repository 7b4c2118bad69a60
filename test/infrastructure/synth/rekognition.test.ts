import { describe, expect, it } from 'vitest';
import { REKOGNITION_ALARMS } from '../../../lib/monthly-cost.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { EXPECTED_RIGHTS, EXPECTED_RIGHTS_OF_EVENTS } from './support/expected-rights.ts';
import { checkNoCycles, checkNoStars, checkRights } from './support/function-checks.ts';
import { functionsOf } from './support/rights.ts';
import { all, get, only, synthesize, type Template } from './support/template.ts';

const WITH_EVENTS = { ...EXPECTED_RIGHTS, ...EXPECTED_RIGHTS_OF_EVENTS };
const RIGHTS = {
  ...WITH_EVENTS,
  classifyimages: [
    'dynamodb:GetItem <Tablesprojects> if prj_* acc_*',
    ...['GetItem', 'UpdateItem', 'DeleteItem'].map(
      (action) => `dynamodb:${action} <Tablesimages> if img_* list#*`,
    ),
    's3:GetObject <StorageOriginals>/img_*/original',
    'rekognition:DetectModerationLabels *',
    'rekognition:DetectFaces *',
    'rekognition:DetectLabels *',
    ...[
      'ReceiveMessage',
      'DeleteMessage',
      'ChangeMessageVisibility',
      'GetQueueAttributes',
      'GetQueueUrl',
    ].map((action) => `sqs:${action} <ClassificationQueue>`),
  ],
};
const off = synthesize({ events: 'on' });
const on = synthesize({ events: 'on', rekognition: 'on' });

const variableOf = (template: Template) => {
  const calls = functionsOf(template).find(([name]) => name === 'projectcalls')?.[1];
  return get(calls?.Properties ?? {}, 'Environment.Variables.REKOGNITION');
};

describe('the setting rekognition (moderation.rekognition)', () => {
  it('is off by default: no function, no right, and projects are refused it', () => {
    expect(functionsOf(off).map(([name]) => name)).not.toContain('classifyimages');
    expect(JSON.stringify(off)).not.toContain('rekognition:');
    expect([variableOf(off), variableOf(on)]).toEqual([undefined, 'on']);
  });

  it('gives one function exactly the rights written down by hand', () => {
    expect(checkRights(on, RIGHTS)).toEqual([]);
    expect(checkRights(off, WITH_EVENTS)).toEqual([]);
    expect([...checkNoStars(on), ...checkNoCycles(on)]).toEqual([]);
  });

  it('queues each event of a new or restored image, tries it again, and keeps its dead letters', () => {
    const rules = all(on, 'AWS::Events::Rule').filter(
      ([, { Properties }]) =>
        JSON.stringify(get(Properties, 'EventPattern.detail-type')) ===
        '["image.saved","image.pending_review","image.restored"]',
    );
    expect(rules).toHaveLength(1);
    const queue = only(on, 'AWS::SQS::Queue', 'ClassificationQueue').Properties;
    expect(get(queue, 'RedrivePolicy.maxReceiveCount')).toBe(10);
    const mapping = only(on, 'AWS::Lambda::EventSourceMapping', 'classifyimages').Properties;
    expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const fn = functionsOf(on).find(([name]) => name === 'classifyimages')?.[1].Properties;
    expect(Number(queue.VisibilityTimeout)).toBeGreaterThanOrEqual(6 * Number(fn?.Timeout));
  });

  it('has as many alarms as docs/costs.md counts', () => {
    const count = (template: Template) => all(template, 'AWS::CloudWatch::Alarm').length;
    expect(count(on) - count(off)).toBe(REKOGNITION_ALARMS);
  });

  it('requires events', () => {
    expect(() => parseSettings({ rekognition: 'on' })).toThrow(
      'rekognition=on: requires events=on',
    );
  });
});
