import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/contract/limits.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { ServiceFunction } from './service-function.ts';

export interface DirectUploadsProps {
  /** Where forms are sent. */
  readonly bucket: Bucket;
  /** Makes the forms. */
  readonly signer: ServiceFunction;
  /** Judges what came in, a message an object. */
  readonly judge: ServiceFunction;
}

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": at least the function's timeout; a crashed judge is tried again after it. */
const VISIBILITY = Duration.millis(LIMITS.acceptTimeoutMs + 30_000);
/** A quarter of an hour of tries, then a person hears of it; what came in stays for a day. */
const MAX_RECEIVES = 10;
/** At once: a flood of forms leaves the account's executions to others. */
const MAX_JUDGES = 5;
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** What follows a form: bucket, queue, judge. */
export class DirectUploads extends Construct {
  readonly queue: Queue;
  /** Arrivals that the judge gave up on. */
  readonly deadArrivals: Queue;

  constructor(scope: Construct, id: string, { bucket, signer, judge }: DirectUploadsProps) {
    super(scope, id);
    this.deadArrivals = new Queue(this, 'DeadArrivals', {
      ...PLAIN_QUEUE,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, 'Queue', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadArrivals, maxReceiveCount: MAX_RECEIVES },
    });
    this.notify(bucket);
    judge.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: MAX_JUDGES,
      }),
    );
    signer.setVariable(ENVIRONMENT.incomingUrl, `https://${bucket.bucketRegionalDomainName}/`);
  }

  /**
   * On the resource itself: the bucket's own method would make a function of its own that calls the API. The queue's policy names the account and not
   * the bucket, which would close a cycle; S3 tries the queue when it is told of it, so the policy comes first.
   */
  private notify(bucket: Bucket): void {
    this.queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const resource = bucket.node.defaultChild as CfnBucket;
    resource.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.queue.queueArn }],
    };
    resource.node.addDependency(this.queue.node.findChild('Policy'));
  }
}
