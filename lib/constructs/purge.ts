import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { ServiceFunction } from './service-function.ts';

export interface PurgeProps {
  /** Its stream carries the tombstones. */
  readonly imagesTable: ITable;
  /** Does the work, a message an image. */
  readonly worker: ServiceFunction;
  /** Reads tombstones from the stream, and writes terms. */
  readonly queuer: ServiceFunction;
  /** Finds lost purges. */
  readonly requeuer: ServiceFunction;
}

/**
 * A deletion's last sweep is a second receive, soon after the renderer's deadline; never sooner
 * than a worker that still runs.
 */
const VISIBILITY = Duration.millis(LIMITS.purgeTimeoutMs + LIMITS.deliveryWorkMs);
/** A quarter of an hour of retries; then an alarm, and the schedule queues it again. */
const MAX_RECEIVES = 12;
/**
 * Two concurrent runs, Lambda's minimum: invalidations in progress stay below CloudFront's limits.
 */
const MAX_WORKERS = 2;
/** Interval of the search for lost purges. */
export const REQUEUE_EVERY = Duration.minutes(15);

const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
const DEAD_LETTER_QUEUE = { ...PLAIN_QUEUE, retentionPeriod: Duration.days(14) };

/** Erasure after a deletion: stream, queue, worker, and a schedule for lost messages. */
export class Purge extends Construct {
  readonly queue: Queue;
  /** Deletions that the worker gave up after retries. */
  readonly deadPurges: Queue;
  /** Batches of the stream that were not queued. */
  readonly deadChanges: Queue;

  constructor(scope: Construct, id: string, props: PurgeProps) {
    super(scope, id);
    this.deadPurges = new Queue(this, 'DeadPurges', DEAD_LETTER_QUEUE);
    this.deadChanges = new Queue(this, 'DeadChanges', DEAD_LETTER_QUEUE);
    this.queue = new Queue(this, 'Queue', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadPurges, maxReceiveCount: MAX_RECEIVES },
    });
    this.startWorker(props);
    this.listen(props);
    const schedule = Schedule.rate(REQUEUE_EVERY);
    const target = new LambdaFunction(props.requeuer, {
      deadLetterQueue: this.deadChanges,
      retryAttempts: 2,
    });
    new Rule(this, 'Requeue', { schedule, targets: [target] });
    // the worker queues the remaining work of a project
    for (const fn of [props.queuer, props.requeuer, props.worker]) this.grantQueueing(fn);
  }

  /** Allows a function to queue work for the worker. */
  grantQueueing(fn: ServiceFunction): void {
    const actions = ['sqs:SendMessage']; // batches need no other permission
    fn.addToRolePolicy(new PolicyStatement({ actions, resources: [this.queue.queueArn] }));
    fn.setVariable(ENVIRONMENT.purgeQueueUrl, this.queue.queueUrl);
  }

  private startWorker({ worker }: PurgeProps): void {
    worker.receive(this.queue, {
      // one invalidation covers images that are deleted together; above ten, AWS Lambda requires
      // a window
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      maxConcurrency: MAX_WORKERS,
    });
  }

  private listen({ imagesTable, queuer }: PurgeProps): void {
    // whatever its value, one of many partition keys of an index: the function checks whether the
    // change set it
    const marked = { NewImage: { purge: { S: FilterRule.exists() } } };
    // the terms of images follow their records
    const isRecord = { part: { S: FilterRule.isEqual('record') } };
    const changed = { Keys: { ...isRecord, id: { S: FilterRule.beginsWith('img_') } } };
    queuer.addEventSource(
      new DynamoEventSource(imagesTable, {
        // a deletion during the first deploy counts too
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [marked, changed].map((dynamodb) => FilterCriteria.filter({ dynamodb })),
        batchSize: 100,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 10,
        onFailure: new SqsDlq(this.deadChanges),
      }),
    );
  }
}
