import { describe, expect, it } from 'vitest';
import { planTakingBack } from '../../../lib/kept-resources.ts';
import { all, references, synthesize } from './support/template.ts';

const template = synthesize();
const HOLDERS = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool'];
const keptOf = (ids: readonly string[]) =>
  ids.map((logicalId) => ({
    logicalId,
    physicalId: `old-${logicalId}`,
    type: template.Resources[logicalId]?.Type ?? '',
  }));
const holders = HOLDERS.flatMap((type) => all(template, type).map(([id]) => id));

describe('the kept resources of a deleted stack', () => {
  it('is everything that holds data, by the same ids', () => {
    const { resources, strangers, missing } = planTakingBack(template, keptOf(holders));
    expect(resources.map(({ LogicalResourceId }) => LogicalResourceId)).toEqual(holders);
    expect(holders).toHaveLength(13); // seven tables, five buckets, the user pool
    expect([strangers, missing]).toEqual([[], []]);
    for (const { ResourceIdentifier, LogicalResourceId } of resources) {
      expect(Object.values(ResourceIdentifier)).toEqual([`old-${LogicalResourceId}`]);
    }
  });

  it('stands alone in its template, is kept again, and has the properties that define it', () => {
    const { template: alone } = planTakingBack(template, keptOf(holders));
    expect(references(alone)).toEqual([]);
    for (const [id, first] of Object.entries(alone.Resources)) {
      const whole = template.Resources[id];
      expect([first.Type, first.DeletionPolicy]).toEqual([whole?.Type, 'Retain']);
      for (const name of ['KeySchema', 'AttributeDefinitions', 'VersioningConfiguration']) {
        expect(first.Properties?.[name]).toEqual(whole?.Properties[name]);
      }
    }
    // CloudFormation's quotas: a template in the call itself
    expect(JSON.stringify(alone).length).toBeLessThan(51_200);
  });

  it('is distinguished from resources that left the stack or joined it', () => {
    const [first = '', ...others] = holders;
    const stranger = { logicalId: 'Gone', physicalId: 'gone', type: 'AWS::S3::Bucket' };
    const role = { logicalId: 'ApiAccount', physicalId: 'a', type: 'AWS::ApiGateway::Account' };
    const plan = planTakingBack(template, [...keptOf(others), stranger, role]);
    expect(plan.strangers).toEqual([stranger]);
    expect(plan.missing).toEqual([first]);
    expect(plan.template.Resources[first]).toBeUndefined();
    const other = { ...keptOf([first])[0], type: 'AWS::S3::Bucket' } as never;
    expect(planTakingBack(template, [other]).resources).toEqual([]);
  });
});
