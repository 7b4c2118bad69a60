import { LIMITS } from '../../../../core/foundation/limits.ts';
import { functionsOf } from './rights.ts';
import { all, get, listAt, only, references, type Template } from './template.ts';

/** Whether the queue lets in S3 for this account, and names no bucket, which would be a cycle. */
function letsS3In(template: Template): boolean {
  const { Properties } = only(template, 'AWS::SQS::QueuePolicy', 'DirectUploadsQueue');
  return listAt(Properties, 'PolicyDocument.Statement').some((candidate) => {
    const account = get(get(candidate, 'Condition.StringEquals'), 'aws:SourceAccount');
    const isS3 = get(candidate, 'Principal.Service') === 's3.amazonaws.com';
    return isS3 && get(account, 'Ref') === 'AWS::AccountId';
  });
}

/**
 * A function that is there for another resource's sake is CDK's own: ours have a log group each.
 */
function foreignFunctions(template: Template): string[] {
  return all(template, 'AWS::Lambda::Function')
    .filter(([, candidate]) => get(candidate, 'Properties.LoggingConfig.LogGroup') === undefined)
    .map(([id]) => `${id} is a function of CDK's own`);
}

/**
 * A direct upload has its own bucket for a day. A queue that loses nothing notifies the
 * validator.
 */
export function checkDirectUploads(template: Template): string[] {
  const bucket = only(template, 'AWS::S3::Bucket', 'StorageIncoming');
  const queue = only(template, 'AWS::SQS::Queue', 'DirectUploadsQueue').Properties;
  const [validate] = functionsOf(template).filter(([name]) => name === 'acceptdirectupload');
  const mapping = all(template, 'AWS::Lambda::EventSourceMapping').find(([, candidate]) =>
    references(candidate.Properties.EventSourceArn).some((id) =>
      id.startsWith('DirectUploadsQueue'),
    ),
  )?.[1].Properties;
  const told = get(bucket.Properties, 'NotificationConfiguration.QueueConfigurations.0');
  const cors = get(bucket.Properties, 'CorsConfiguration.CorsRules.0');
  const rules: [boolean, string][] = [
    [get(told, 'Event') === 's3:ObjectCreated:*', 'arrivals are not told'],
    [references(told).some((id) => id.startsWith('DirectUploadsQueue')), 'told elsewhere'],
    [[bucket.DependsOn].flat().some((id) => id?.startsWith('DirectUploadsQueuePolicy')), 'order'],
    [letsS3In(template), 'S3 is not let in'],
    [get(bucket.Properties, 'VersioningConfiguration') === undefined, 'versions are kept'],
    [
      listAt(bucket.Properties, 'LifecycleConfiguration.Rules').some(
        (rule) => get(rule, 'ExpirationInDays') === 1 && get(rule, 'Prefix') === undefined,
      ),
      'what came in stays',
    ],
    [listAt(cors, 'AllowedMethods').join() === 'POST', 'pages may do more than send forms'],
    [get(queue, 'RedrivePolicy.deadLetterTargetArn') !== undefined, 'no dead letters'],
    [
      (queue.VisibilityTimeout as number) >= (get(validate?.[1], 'Properties.Timeout') as number),
      'visible too soon',
    ],
    [
      (queue.VisibilityTimeout as number) * 1000 > LIMITS.acceptTimeoutMs,
      'a validation is overtaken',
    ],
    [get(mapping, 'BatchSize') === 1, 'one waits for another'],
    [get(mapping, 'ScalingConfig.MaximumConcurrency') === 5, 'a flood takes every execution'],
    [
      listAt(mapping, 'FunctionResponseTypes').includes('ReportBatchItemFailures'),
      'failures get lost',
    ],
  ];
  const faults = rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
  return [...faults, ...foreignFunctions(template)];
}
