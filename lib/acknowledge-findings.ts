import { type CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { FUNCTIONS } from './functions.ts';
import { OBJECT_ACCESS } from './object-access.ts';

interface Acknowledgement {
  /** The findings of cdk-nag, without the name of their pack. */
  readonly ids: readonly string[];
  /** Paths of constructs below the stack. */
  readonly at: readonly string[];
  readonly reason: string;
}

const FUNCTION_NAMES = Object.keys(FUNCTIONS);
const RUN_BY_A_SCHEDULE = ['requeue-purges', 'sweep-temporary-images'];

/** THE findings that are left, and why; one that isn't here fails the synth. */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    ids: ['AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    at: ['Api/Api'],
    reason:
      'Every call is authorized by a key of our own in its function, so that refusals are ours too (errors.unauthorized, errors.check-order).',
  },
  {
    ids: ['AwsSolutions-APIG2'],
    at: ['Api/Api'],
    reason:
      'The functions validate, with all faults at once, which API Gateway can not (errors.all-faults).',
  },
  {
    ids: ['AwsSolutions-APIG6', 'Serverless-APIGWXrayEnabled'],
    at: ['Api/Api'],
    reason: 'Execution logs and the segments of the stage hold the path, and so the upload key.',
  },
  {
    ids: ['Serverless-APIGWAccessLogging', 'AwsSolutions-APIG1'],
    at: ['Api/Api'],
    reason: 'Only where the setting apiGatewayLogRole says none, as on an emulator.',
  },
  {
    ids: ['AwsSolutions-APIG3'],
    at: ['Api/Api'],
    reason: 'A web ACL costs a fixed sum a month: a setting, apiWafAclArn, off by default.',
  },
  {
    ids: [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    ],
    at: ['Api/Api/CloudWatchRole'],
    reason: 'The role of all APIs of the account: AWS names this policy for it.',
  },
  {
    ids: ['AwsSolutions-COG2'],
    at: ['People/Pool'],
    reason: 'A second factor is optional unless the setting signInMfa says required.',
  },
  {
    ids: ['AwsSolutions-COG8', 'AwsSolutions-COG3'],
    at: ['People/Pool'],
    reason:
      'Risk scores come with the plan Plus, at four times the price of a person and without free ones; by default nobody signs up uninvited.',
  },
  {
    ids: ['AwsSolutions-CFR1'],
    at: ['Delivery/Distribution'],
    reason: 'Images are served everywhere.',
  },
  {
    ids: ['AwsSolutions-CFR2'],
    at: ['Delivery/Distribution'],
    reason: 'A web ACL costs a fixed sum a month: a setting, wafAclArn, off by default.',
  },
  {
    ids: ['AwsSolutions-CFR3'],
    at: ['Delivery/Distribution'],
    reason:
      'The newer logs are made in us-east-1 only, the older not in every region: a setting, cdnAccessLogs, off by default.',
  },
  {
    ids: ['AwsSolutions-CFR4'],
    at: ['Delivery/Distribution'],
    reason:
      "The distribution's own name has CloudFront's certificate and its protocols; with cdnCertificateArn it is TLS 1.2 and up.",
  },
  {
    ids: ['AwsSolutions-S1'],
    at: ['Storage'],
    reason:
      'The buckets are private, their ways in are our functions and the forms that one of them signs and logs.',
  },
  {
    ids: ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy'],
    at: [
      'Purge/DeadPurges',
      'Purge/DeadChanges',
      'QueuedRenders/DeadRenders',
      'DirectUploads/DeadArrivals',
      'Events/DeadChanges',
      'Metering/DeadLogs',
      'Events/DeadDeliveries',
    ],
    reason: 'It is a dead letter queue itself, of a queue, a stream or a schedule.',
  },
  {
    ids: ['Serverless-LambdaEventSourceMappingDestination'],
    at: [
      'purge-image',
      'render-queued',
      'accept-direct-upload',
      'meter-access-logs',
      'deliver-webhooks',
    ],
    reason: 'A mapping of SQS takes none: the queue has its dead letters itself.',
  },
  {
    ids: ['Serverless-LambdaDLQ'],
    at: FUNCTION_NAMES.filter((name) => !RUN_BY_A_SCHEDULE.includes(name)),
    reason:
      'Called and answered at once, or by a mapping with dead letters: never an event of Lambda.',
  },
  {
    ids: ['Serverless-LambdaDLQ'],
    at: RUN_BY_A_SCHEDULE,
    reason: 'A failed round is made up by the next, 15 minutes later, and its errors alarm.',
  },
  {
    ids: ['Serverless-EventBusDLQ'],
    at: ['Sweeper/Schedule', 'Events/Requeue'],
    reason: 'Its event says nothing but that it is time again; the next does too.',
  },
  {
    ids: ['Serverless-SNSRedrivePolicy'],
    at: ['Monitoring/Topic'],
    reason: 'Mail that is not taken is tried again by SNS; the alarm itself stays in CloudWatch.',
  },
  {
    ids: ['AwsSolutions-IAM5[Resource::*]'],
    at: FUNCTION_NAMES.map((name) => `${name}Role`),
    reason: 'Writing traces, and listing streams, are rights that AWS has no resource for.',
  },
];

function acknowledge(stack: Stack, path: string, ids: readonly string[], reason: string): void {
  const construct = path
    .split('/')
    .reduce<ReturnType<typeof stack.node.tryFindChild>>(
      (found, id) => found?.node.tryFindChild(id),
      stack,
    );
  if (!construct) return; // not on this target
  Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })));
}

/** Keys of objects hold ids, so a right on them is a pattern: the narrowest, each of OBJECT_ACCESS by itself. */
function acknowledgeKeyPatterns(stack: Stack): void {
  const bucketId = {
    originals: 'Originals',
    renditions: 'Renditions',
    incoming: 'Incoming',
    accessLogs: 'AccessLogs',
  };
  for (const [name, rows] of Object.entries(OBJECT_ACCESS)) {
    for (const { bucket, keys } of rows) {
      const child = stack.node.findChild('Storage').node.findChild(bucketId[bucket]);
      const logicalId = Stack.of(child).getLogicalId(child.node.defaultChild as CfnResource);
      const ids = keys.map((key) => `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${key}]`);
      acknowledge(stack, `${name}Role`, ids, 'One kind of key of one bucket: ids are in keys.');
    }
  }
}

/** Says of each finding of cdk-nag that is left why it is left. */
export function acknowledgeFindings(stack: Stack): void {
  for (const { ids, at, reason } of ACKNOWLEDGED) {
    for (const path of at) acknowledge(stack, path, ids, reason);
  }
  acknowledgeKeyPatterns(stack);
}
