import { describe, expect, it } from 'vitest';
import { findUpgradeFaults, statefulResources } from '../support/upgrade/compare-templates.ts';

const key = (name: string) => ({ AttributeName: name, KeyType: 'HASH' });
const index = (name: string, by = name) => ({ IndexName: name, KeySchema: [key(by)] });
const TABLE = {
  Type: 'AWS::DynamoDB::Table',
  DeletionPolicy: 'Retain',
  Properties: {
    KeySchema: [key('pk')],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    GlobalSecondaryIndexes: [index('one')],
  },
};
const OLD = {
  Resources: {
    Images: TABLE,
    Originals: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'a' } },
    Render: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'a' } },
  },
};
const withTable = (properties: object, more: object = {}) => ({
  Resources: {
    ...OLD.Resources,
    Images: { ...TABLE, ...more, Properties: { ...TABLE.Properties, ...properties } },
  },
});

describe('an update of the stack', () => {
  it('is sound if what holds data stays as it is, whatever becomes of functions', () => {
    expect(statefulResources(OLD)).toEqual(['Images', 'Originals']);
    const { Render: _, ...kept } = OLD.Resources;
    const more = { Resources: { ...kept, More: { Type: 'AWS::S3::Bucket' } } };
    expect(findUpgradeFaults(OLD, more)).toEqual([]);
    const streamed = withTable({ StreamSpecification: { StreamViewType: 'NEW_IMAGE' } });
    expect(findUpgradeFaults(OLD, streamed)).toEqual([]);
    const oneIndexMore = withTable({ GlobalSecondaryIndexes: [index('one'), index('two')] });
    expect(findUpgradeFaults(OLD, oneIndexMore)).toEqual([]);
  });

  it.each([
    ['a table is removed', { Resources: {} }, 'Images (AWS::DynamoDB::Table) is removed'],
    ['its key changes', withTable({ KeySchema: [key('id')] }), 'KeySchema changes'],
    [
      'the type of its key changes',
      withTable({ AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }] }),
      'Images: a key attribute changes',
    ],
    ['it has a name', withTable({ TableName: 'images' }), 'TableName changes'],
    ['it is no longer retained', withTable({}, { DeletionPolicy: 'Delete' }), 'no longer Retain'],
    [
      'the key of an index changes',
      withTable({ GlobalSecondaryIndexes: [index('one', 'other')] }),
      'the key of the index one changes',
    ],
    [
      'two indexes are made at once',
      withTable({ GlobalSecondaryIndexes: [index('one'), index('two'), index('three')] }),
      'one index an update, not 2',
    ],
    [
      'a bucket has another name',
      { Resources: { ...OLD.Resources, Originals: { Type: 'AWS::S3::Bucket' } } },
      'Originals: BucketName changes',
    ],
  ])('is refused where %s', (_, now, fault) => {
    expect(findUpgradeFaults(OLD, now).join('\n')).toContain(fault);
  });
});
