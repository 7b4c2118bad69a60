import type { CalledSubject } from '../../../../adapters/aws-calls/called-subjects.ts';
import type { AwsCall } from '../../../../adapters/aws-calls/record-calls.ts';

/** A request to IAM, as the Service Authorization Reference has it: one action on one resource. */
export interface AccessRequest {
  readonly action: string;
  readonly resource: string;
  /** Condition keys with their values. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}
/** Where the calls went: their ARNs name both. */
export interface Place {
  readonly region: string;
  readonly account: string;
}

type Expand = (subject: CalledSubject, place: Place) => readonly AccessRequest[];

const ask = (action: string, resource: string, context = {}): AccessRequest => ({
  action,
  resource,
  context,
});

function objectArn({ bucket, key }: CalledSubject): string {
  return `arn:aws:s3:::${bucket}/${key}`;
}

/** The bucket and key of `<bucket>/<key>`, the key's slashes encoded. */
function sourceOf({ copySource = '' }: CalledSubject): CalledSubject {
  const [bucket = '', ...rest] = copySource.split('/');
  return { bucket, key: decodeURIComponent(rest.join('/')) };
}

function tableArn({ table, index }: CalledSubject, { region, account }: Place): string {
  const arn = `arn:aws:dynamodb:${region}:${account}:table/${table}`;
  return index ? `${arn}/index/${index}` : arn;
}

function queueArn({ queueUrl = '' }: CalledSubject, { region, account }: Place): string {
  return `arn:aws:sqs:${region}:${account}:${new URL(queueUrl).pathname.split('/').at(-1)}`;
}

/**
 * DynamoDB Developer Guide, "Using IAM with transactions": each item needs the right of its own
 * write.
 */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
};

const OBJECT_REQUESTS: Readonly<Record<string, Expand>> = {
  'S3.GetObject': (entry) => [ask('s3:GetObject', objectArn(entry))],
  'S3.PutObject': (entry) => [ask('s3:PutObject', objectArn(entry))],
  'S3.CopyObject': (entry) => [
    ask('s3:GetObject', objectArn(sourceOf(entry))),
    ask('s3:PutObject', objectArn(entry)),
  ],
  'S3.ListObjectVersions': ({ bucket, prefix }) => [
    ask(
      's3:ListBucketVersions',
      `arn:aws:s3:::${bucket}`,
      prefix === undefined ? {} : { 's3:prefix': [prefix] },
    ),
  ],
  'S3.DeleteObject': (entry) => [ask('s3:DeleteObject', objectArn(entry))],
  'S3.DeleteObjects': (entry) => [
    ask('s3:DeleteObject', objectArn(entry)),
    ...(entry.hasVersion ? [ask('s3:DeleteObjectVersion', objectArn(entry))] : []),
  ],
};

const OTHER_REQUESTS: Readonly<Record<string, Expand>> = {
  'SQS.SendMessage': (entry, place) => [ask('sqs:SendMessage', queueArn(entry, place))],
  'SQS.SendMessageBatch': (entry, place) => [ask('sqs:SendMessage', queueArn(entry, place))],
  'EventBridge.PutEvents': ({ busName }, { region, account }) => [
    ask('events:PutEvents', `arn:aws:events:${region}:${account}:event-bus/${busName}`),
  ],
  'CloudFront.CreateInvalidation': ({ distributionId }, { account }) => [
    ask(
      'cloudfront:CreateInvalidation',
      `arn:aws:cloudfront::${account}:distribution/${distributionId}`,
    ),
  ],
};

/** Those whose action has the operation's own name. */
const TABLE_OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'BatchWriteItem',
];

function tableRequests({ operation, subjects }: AwsCall, place: Place): AccessRequest[] {
  // the strictest reading: every hash key of the call has to be allowed on each of its tables
  const keys = subjects.flatMap(({ hashKey }) => (hashKey === undefined ? [] : [hashKey]));
  const context = keys.length > 0 ? { 'dynamodb:LeadingKeys': keys } : {};
  return subjects.map((subject) => {
    const action =
      operation === 'TransactWriteItems'
        ? TRANSACTION_ACTIONS[subject.write ?? '']
        : TABLE_OPERATIONS.includes(operation) && `dynamodb:${operation}`;
    if (!action) throw new Error(`no action is known for ${operation} ${subject.write ?? ''}`);
    return ask(action, tableArn(subject, place), context);
  });
}

/**
 * Every right that a call needs; throws on an operation that this list doesn't know: it has to be
 * added here.
 */
export function accessRequests(call: AwsCall, place: Place): AccessRequest[] {
  if (call.service === 'DynamoDB') return tableRequests(call, place);
  const name = `${call.service}.${call.operation}`;
  const expand = OBJECT_REQUESTS[name] ?? OTHER_REQUESTS[name];
  if (!expand) throw new Error(`no action is known for ${name}`);
  return call.subjects.flatMap((subject) => expand(subject, place));
}
