import { Duration, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { OVER_BANDWIDTH } from '../../core/use-cases/usage/note-bandwidth.ts';
import { notifyQueue } from './notify-queue.ts';
import type { ServiceFunction } from './service-function.ts';

export interface BandwidthMeteringProps {
  /** Where the CDN's access logs come in, whoever has them delivered. */
  readonly bucket: Bucket;
  /** Counts them, a message a file. */
  readonly meter: ServiceFunction;
}

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": at least the function's timeout. */
const VISIBILITY = Duration.millis(LIMITS.meteringTimeoutMs + 30_000);
/** Half an hour of retries; then an alarm, while the file still exists. */
const MAX_RECEIVES = 5;
/** Two at once, the fewest that Lambda takes: they meet at the counts of the same accounts. */
const MAX_METERS = 2;
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Metering of access logs: bucket, queue, function; and the metric of accounts over their plan. */
export class BandwidthMetering extends Construct {
  /** Files that were given up on. */
  readonly deadLogs: Queue;
  /** Logs that added to what an account was sent over its plan. */
  readonly overPlan: Metric;

  constructor(scope: Construct, id: string, { bucket, meter }: BandwidthMeteringProps) {
    super(scope, id);
    this.deadLogs = new Queue(this, 'DeadLogs', {
      ...PLAIN_QUEUE,
      // a message outlives its file by no more than it takes to see so
      retentionPeriod: Duration.days(LIMITS.accessLogDays),
    });
    const queue = new Queue(this, 'Queue', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadLogs, maxReceiveCount: MAX_RECEIVES },
    });
    notifyQueue(bucket, queue);
    meter.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: MAX_METERS,
      }),
    );
    const filter = new MetricFilter(this, 'OverPlan', {
      logGroup: meter.logs,
      filterPattern: FilterPattern.stringValue('$.message', '=', OVER_BANDWIDTH),
      // of the stack: metrics go by their names in a whole account
      metricNamespace: Stack.of(this).stackName,
      metricName: 'BandwidthOverPlan',
    });
    this.overPlan = filter.metric({ period: Duration.hours(1), statistic: 'Sum' });
  }
}
