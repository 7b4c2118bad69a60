import type { AwsCall } from '../../../../adapters/aws-calls/record-calls.ts';
import type { FunctionRecord } from '../../../support/cloud/rights/check-rights.ts';
import type { Statement } from '../../../support/cloud/rights/policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/images';
const KEYS = ['tmp_*', 'img_*'];

/** A small policy, every right of which is used by the calls below. */
export const STATEMENTS: readonly Statement[] = [
  {
    Effect: 'Allow',
    Action: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    Resource: TABLE,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': KEYS } },
  },
  { Effect: 'Allow', Action: 'dynamodb:Query', Resource: `${TABLE}/index/purgeDue` },
  { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::o/tmp_*/original' },
  {
    Effect: 'Allow',
    Action: ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'],
    Resource: ['arn:aws:s3:::o/img_*/original'],
  },
  {
    Effect: 'Allow',
    Action: 's3:ListBucketVersions',
    Resource: 'arn:aws:s3:::o',
    Condition: { StringLike: { 's3:prefix': ['img_*/original'] } },
  },
  {
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Resource: 'arn:aws:sqs:us-east-1:000000000000:purges',
  },
  {
    Effect: 'Allow',
    Action: 'cloudfront:CreateInvalidation',
    Resource: 'arn:aws:cloudfront::000000000000:distribution/D1',
  },
];

const original = { bucket: 'o', key: 'img_1/original' };

/** As the recorder writes them. */
export const CALLS: readonly AwsCall[] = [
  {
    service: 'DynamoDB',
    operation: 'TransactWriteItems',
    subjects: [
      { write: 'Put', table: 'images', hashKey: 'img_1' },
      { write: 'Update', table: 'images', hashKey: 'tmp_1' },
    ],
  },
  {
    service: 'DynamoDB',
    operation: 'Query',
    subjects: [{ table: 'images', index: 'purgeDue', hashKey: 'due' }],
  },
  {
    service: 'S3',
    operation: 'CopyObject',
    subjects: [{ ...original, copySource: 'o/tmp_1%2Foriginal' }],
  },
  {
    service: 'S3',
    operation: 'ListObjectVersions',
    subjects: [{ bucket: 'o', prefix: 'img_1/original' }],
  },
  {
    service: 'S3',
    operation: 'DeleteObjects',
    subjects: [{ ...original, hasVersion: true }],
  },
  {
    service: 'SQS',
    operation: 'SendMessageBatch',
    subjects: [{ queueUrl: 'http://localhost:4566/000000000000/purges' }],
  },
  {
    service: 'CloudFront',
    operation: 'CreateInvalidation',
    subjects: [{ distributionId: 'D1' }],
  },
];

/** A function with these statements and calls. */
export function recordOf(
  statements: readonly Statement[] = STATEMENTS,
  calls: readonly AwsCall[] = CALLS,
): FunctionRecord {
  return { functionName: 'f', policies: [{ Statement: statements }], calls };
}
