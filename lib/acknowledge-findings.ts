import { type CfnResource, Stack, Validations } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { FUNCTIONS } from './functions.ts';
import { OBJECT_ACCESS } from './object-access.ts';

interface Acknowledgement {
  /** Findings of cdk-nag, or warnings of the CDK. */
  readonly ids: readonly string[];
  /** Paths of constructs below the service. */
  readonly at: readonly string[];
  readonly reason: string;
}

const FUNCTION_NAMES = Object.keys(FUNCTIONS);
const RUN_BY_A_SCHEDULE = ['requeue-purges', 'sweep-temporary-images'];

/**
 * THE accepted findings, with their reasons; any other fails the synth. They belong to the
 * construct, so an app that has it and cdk-nag needs none for it.
 */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    ids: ['AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    at: ['Api/Api'],
    reason:
      'Each function authorizes its calls by an API key of the service, so that errors are problems of the service too (errors.unauthorized, errors.check-order).',
  },
  {
    ids: ['AwsSolutions-APIG2'],
    at: ['Api/Api'],
    reason:
      'The functions validate requests and return all errors together, which API Gateway cannot (errors.all-faults).',
  },
  {
    ids: ['AwsSolutions-APIG6', 'Serverless-APIGWXrayEnabled'],
    at: ['Api/Api'],
    reason:
      'Execution logs and X-Ray segments of the stage contain the path, and with it the upload key.',
  },
  {
    ids: ['Serverless-APIGWAccessLogging', 'AwsSolutions-APIG1'],
    at: ['Api/Api'],
    reason: 'Applies only with apiGatewayLogRole=none, as on an emulator.',
  },
  {
    ids: ['AwsSolutions-APIG3'],
    at: ['Api/Api'],
    reason: 'A web ACL has a fixed monthly cost; the setting apiWafAclArn adds one.',
  },
  {
    ids: [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    ],
    at: ['Api/Api/CloudWatchRole'],
    reason: 'AWS documents this managed policy for the account-wide role of API Gateway.',
  },
  {
    ids: ['AwsSolutions-COG2'],
    at: ['People/Pool'],
    reason: 'A second factor is optional unless signInMfa=required.',
  },
  {
    ids: ['AwsSolutions-COG8'],
    at: ['People/Pool'],
    reason:
      'Risk scores require the plan Plus, at four times the price per user and without a free tier. By default only invited users can sign up.',
  },
  {
    ids: ['AwsSolutions-CFR1'],
    at: ['Delivery/Distribution'],
    reason: 'Images are served in all countries.',
  },
  {
    ids: ['AwsSolutions-CFR2'],
    at: ['Delivery/Distribution'],
    reason: 'A web ACL has a fixed monthly cost; the setting wafAclArn adds one.',
  },
  {
    ids: ['AwsSolutions-CFR3'],
    at: ['Delivery/Distribution'],
    reason:
      'Standard logging v2 requires us-east-1, and legacy logging is missing in some regions; the setting cdnAccessLogs enables it.',
  },
  {
    ids: ['AwsSolutions-CFR4'],
    at: ['Delivery/Distribution'],
    reason:
      'The default domain has the certificate and protocols of CloudFront; with cdnCertificateArn the minimum is TLS 1.2.',
  },
  {
    ids: ['AwsSolutions-S1'],
    at: ['Storage'],
    reason:
      'The buckets are private; only functions of the service and presigned POST forms, which are logged, access them.',
  },
  {
    ids: ['AwsSolutions-S1'],
    at: ['Site/Files'],
    reason: 'The files are public pages; the distribution alone reads them, and can log it.',
  },
  {
    ids: ['@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk'],
    at: ['Delivery/Distribution'],
    reason:
      'No request lists the bucket: the edge function asks for a file, never for /, and removes the query string (site.paths).',
  },
  {
    ids: ['Serverless-LambdaDLQ'],
    at: ['SiteFiles/Writer'],
    reason:
      'CloudFormation waits for its answer, and fails the deploy without one; a later run would answer nobody.',
  },
  {
    ids: ['Serverless-LambdaTracing'],
    at: ['SiteFiles/Writer'],
    reason:
      'It runs once in a deploy, outside of any request. Tracing needs a permission on all resources.',
  },
  {
    ids: ['Serverless-SQSRedrivePolicy'],
    at: [
      'Purge/DeadPurges',
      'Purge/DeadChanges',
      'QueuedRenders/DeadRenders',
      'DirectUploads/DeadArrivals',
      'Events/DeadChanges',
      'Metering/DeadLogs',
      'Events/DeadDeliveries',
      'Classification/DeadImages',
    ],
    reason: 'The queue is itself a dead-letter queue of a queue or a stream.',
  },
  {
    ids: ['AwsSolutions-SQS3'],
    at: ['Purge/DeadChanges', 'Events/DeadChanges'],
    reason: 'The queue is itself a dead-letter queue of a stream, of which cdk-nag knows nothing.',
  },
  {
    ids: ['Serverless-LambdaEventSourceMappingDestination'],
    at: [
      'purge-image',
      'render-queued',
      'accept-direct-upload',
      'meter-access-logs',
      'deliver-webhooks',
      'classify-images',
    ],
    reason: 'An SQS event source mapping supports none; the queue has its own dead-letter queue.',
  },
  {
    ids: ['Serverless-LambdaDLQ'],
    at: FUNCTION_NAMES.filter((name) => !RUN_BY_A_SCHEDULE.includes(name)),
    reason:
      'Invoked synchronously, or by an event source mapping with a dead-letter queue; never asynchronously.',
  },
  {
    ids: ['Serverless-LambdaDLQ'],
    at: RUN_BY_A_SCHEDULE,
    reason: 'The next run, 15 minutes later, repeats failed work, and errors raise an alarm.',
  },
  {
    ids: ['Serverless-EventBusDLQ'],
    at: ['Sweeper/Schedule', 'Events/Requeue'],
    reason: 'The event has no content, and the next scheduled event replaces it.',
  },
  {
    ids: ['Serverless-SNSRedrivePolicy'],
    at: ['Monitoring/Topic'],
    reason: 'SNS retries rejected e-mail; the alarm itself stays in CloudWatch.',
  },
  {
    ids: ['AwsSolutions-IAM5[Resource::*]'],
    at: FUNCTION_NAMES.map((name) => `${name}Role`),
    reason:
      'AWS supports no resource-level permissions for writing traces, listing streams and detecting labels.',
  },
];

function acknowledge(
  service: Construct,
  path: string,
  ids: readonly string[],
  reason: string,
): void {
  const construct = path
    .split('/')
    .reduce<ReturnType<typeof service.node.tryFindChild>>(
      (found, id) => found?.node.tryFindChild(id),
      service,
    );
  if (!construct) return; // not on this target
  Validations.of(construct).acknowledge(...ids.map((id) => ({ id, reason })));
}

/** The finding of cdk-nag about a permission on keys of a bucket. */
function keysFinding(bucket: IConstruct, keys: string): string {
  const logicalId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnResource);
  return `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${keys}]`;
}

/**
 * Keys of objects hold ids, so a permission on them is a pattern: the narrowest, each of
 * OBJECT_ACCESS separately.
 */
function acknowledgeKeyPatterns(service: Construct): void {
  const bucketId = {
    originals: 'Originals',
    renditions: 'Renditions',
    incoming: 'Incoming',
    accessLogs: 'AccessLogs',
  };
  const storage = service.node.findChild('Storage');
  for (const [name, rows] of Object.entries(OBJECT_ACCESS)) {
    for (const { bucket, keys } of rows) {
      const ids = keys.map((key) => keysFinding(storage.node.findChild(bucketId[bucket]), key));
      acknowledge(
        service,
        `${name}Role`,
        ids,
        'The wildcard covers one key prefix of one bucket; keys contain IDs.',
      );
    }
  }
}

/** The bucket of the site has nothing else, and a later version may have other paths. */
function acknowledgeSiteFiles(service: Construct): void {
  const bucket = service.node.tryFindChild('Site')?.node.findChild('Files');
  if (!bucket) return; // a target without a distribution has none
  acknowledge(
    service,
    'SiteFiles/Role',
    [keysFinding(bucket, '*')],
    'It writes and removes every file of one bucket, which holds the site and nothing else.',
  );
}

/** Adds the reason for each accepted finding of cdk-nag, and for each warning of the CDK. */
export function acknowledgeFindings(service: Construct): void {
  for (const { ids, at, reason } of ACKNOWLEDGED) {
    for (const path of at) acknowledge(service, path, ids, reason);
  }
  acknowledgeKeyPatterns(service);
  acknowledgeSiteFiles(service);
}
