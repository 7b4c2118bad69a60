import { Duration } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import { notifyQueue } from './notify-queue.ts';
import type { ServiceFunction } from './service-function.ts';

export interface DirectUploadsProps {
  /** The bucket that the forms write to. */
  readonly bucket: Bucket;
  /** Of the bucket, as browsers reach it. */
  readonly host: string;
  /** Makes the forms. */
  readonly signer: ServiceFunction;
  /** Validates incoming objects, a message an object. */
  readonly validate: ServiceFunction;
}

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": at least the function's timeout. */
const VISIBILITY = Duration.millis(LIMITS.acceptTimeoutMs + 30_000);
/** A quarter of an hour of retries, then an alarm; uploads are kept for a day. */
const MAX_RECEIVES = 10;
/** Concurrently: a flood of forms leaves the account's executions to other functions. */
const MAX_VALIDATIONS = 5;
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** The path of a direct upload: bucket, queue, validating function. */
export class DirectUploads extends Construct {
  readonly queue: Queue;
  /** Arrivals whose validation was given up. */
  readonly deadArrivals: Queue;

  constructor(
    scope: Construct,
    id: string,
    { bucket, host, signer, validate }: DirectUploadsProps,
  ) {
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
    notifyQueue(bucket, this.queue);
    validate.receive(this.queue, {
      batchSize: 1,
      maxConcurrency: MAX_VALIDATIONS,
    });
    signer.setVariable(ENVIRONMENT.incomingUrl, `https://${host}/`);
  }
}
