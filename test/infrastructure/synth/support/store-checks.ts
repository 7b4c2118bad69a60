import { TABLES, type Table, type TableName } from '../../../../core/foundation/dynamodb-tables.ts';
import { RENDITIONS_PREFIX, TEMPORARY_PREFIX } from '../../../../core/images/object-keys.ts';
import { all, get, listAt, only, type Template } from './template.ts';

/**
 * Tables with indexes wait for each other: CloudFormation's reference says that the stack fails
 * otherwise.
 */
export function checkTableOrder(template: Template): string[] {
  const indexed = all(template, 'AWS::DynamoDB::Table').filter(
    ([, table]) => listAt(table.Properties, 'GlobalSecondaryIndexes').length > 0,
  );
  const first = indexed.filter(
    ([, table]) => !indexed.some(([id]) => listAt(table, 'DependsOn').includes(id)),
  );
  return first.length === 1 ? [] : first.map(([id]) => `${id} waits for no other`);
}

/** Keys, indexes, stream and time to live of core's tables; on demand, restorable, protected. */
export function checkTables(template: Template): string[] {
  return Object.entries(TABLES).flatMap(([name, shape]) => {
    const table = only(template, 'AWS::DynamoDB::Table', `Tables${name}`);
    const { Properties: current } = table;
    const { hash, range, indexes, endAttribute, hasStream }: Table = shape;
    const keys = [hash.name, ...(range ? [range.name] : [])].join();
    const rules: [boolean, string][] = [
      [
        listAt(current, 'KeySchema')
          .map((entry) => get(entry, 'AttributeName'))
          .join() === keys,
        'keys',
      ],
      [current.BillingMode === 'PAY_PER_REQUEST', 'billing'],
      [current.DeletionProtectionEnabled === true, 'deletion protection'],
      [table.DeletionPolicy === 'Retain' && table.UpdateReplacePolicy === 'Retain', 'retention'],
      [
        get(current, 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled') === true,
        'PITR',
      ],
      [get(current, 'TimeToLiveSpecification.AttributeName') === endAttribute, 'time to live'],
      [
        (get(current, 'StreamSpecification.StreamViewType') === 'NEW_AND_OLD_IMAGES') === hasStream,
        'stream',
      ],
      [
        listAt(current, 'GlobalSecondaryIndexes')
          .map((entry) => get(entry, 'IndexName'))
          .join() === indexes.map((index) => index.name).join(),
        'indexes',
      ],
    ];
    return rules.flatMap(([isRight, what]) => (isRight ? [] : [`${name as TableName}: ${what}`]));
  });
}

const rulesOf = (bucket: unknown) => listAt(bucket, 'LifecycleConfiguration.Rules');

function hasRule(bucket: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  return rulesOf(bucket).some((rule) =>
    Object.entries(wanted).every(([path, value]) => get(rule, path) === value),
  );
}

/** Objects that expire automatically, and objects that never do. */
export function checkLifecycle(template: Template): string[] {
  const originals = only(template, 'AWS::S3::Bucket', 'StorageOriginals').Properties;
  const renditions = only(template, 'AWS::S3::Bucket', 'StorageRenditions').Properties;
  const temporary = { Prefix: TEMPORARY_PREFIX, ExpirationInDays: 8, Status: 'Enabled' };
  const uploads = { 'AbortIncompleteMultipartUpload.DaysAfterInitiation': 1 };
  const old = { 'NoncurrentVersionExpiration.NoncurrentDays': 7 };
  const result = { Prefix: RENDITIONS_PREFIX, ExpirationInDays: 90, Status: 'Enabled' };
  const isEndless = (rule: unknown) =>
    get(rule, 'ExpirationInDays') === undefined || get(rule, 'Prefix') === TEMPORARY_PREFIX;
  const rules: [boolean, string][] = [
    [hasRule(originals, temporary) && hasRule(renditions, temporary), 'temporary objects'],
    [hasRule(originals, uploads) && hasRule(renditions, uploads), 'abandoned uploads'],
    [hasRule(originals, old), 'old versions'],
    [hasRule(renditions, result), 'renditions'],
    [rulesOf(originals).every(isEndless), 'an original would end'],
    [get(originals, 'VersioningConfiguration.Status') === 'Enabled', 'versions'],
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

/** Private, encrypted, kept, and by TLS only. */
export function checkBuckets(template: Template): string[] {
  const denials = all(template, 'AWS::S3::BucketPolicy').flatMap(([, { Properties }]) =>
    listAt(Properties, 'PolicyDocument.Statement').filter(
      (candidate) =>
        get(candidate, 'Effect') === 'Deny' &&
        get(get(candidate, 'Condition.Bool'), 'aws:SecureTransport') === 'false',
    ),
  );
  const buckets = all(template, 'AWS::S3::Bucket');
  const faults = buckets.flatMap(([id, { Properties: current, DeletionPolicy }]) => {
    const rules: [boolean, string][] = [
      [
        Object.values((current.PublicAccessBlockConfiguration ?? {}) as object).filter(Boolean)
          .length === 4,
        'public',
      ],
      [
        get(
          current,
          'BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm',
        ) === 'AES256',
        'unencrypted',
      ],
      [DeletionPolicy === 'RetainExceptOnCreate', 'not kept'],
    ];
    return rules.flatMap(([isRight, what]) => (isRight ? [] : [`${id}: ${what}`]));
  });
  return denials.length === buckets.length ? faults : [...faults, 'plain HTTP is let in'];
}

/**
 * Resources that CloudFront keeps for a whole account must have a name; CDK makes it. Nothing else
 * has one.
 */
const NAMED_BY_CDK = /^AWS::CloudFront::|^AWS::ApiGateway::(Stage|RestApi)$|^AWS::IAM::Policy$/;

/** Two stacks, or a table that is replaced, never meet over a name. */
export function checkNames({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const kind = Type.split('::')[2];
    const names = ['Name', `${kind}Name`, 'FunctionName', 'AlarmName', 'DashboardName'];
    const isAReference = (value: unknown) => typeof value !== 'string';
    return names
      .filter((name) => Properties[name] !== undefined && !isAReference(Properties[name]))
      .filter(() => !NAMED_BY_CDK.test(Type))
      .map((name) => `${id} has a ${name}`);
  });
}
