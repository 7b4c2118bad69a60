import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { OVER_BANDWIDTH } from '../../core/use-cases/usage/note-bandwidth.ts';
import { serviceNameOf } from '../service-name.ts';
import { notifyQueue } from './notify-queue.ts';
import type { ServiceFunction } from './service-function.ts';

export interface BandwidthMeteringProps {
  /** The bucket for the CDN's access logs, in any way of delivery. */
  readonly bucket: Bucket;
  /** Counts them, a message a file. */
  readonly meter: ServiceFunction;
}

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": at least the function's timeout. */
const VISIBILITY = Duration.millis(LIMITS.meteringTimeoutMs + 30_000);
/** Half an hour of retries; then an alarm, while the file still exists. */
const MAX_RECEIVES = 5;
/** Two concurrent runs, Lambda's minimum: they share the counts of the same accounts. */
const MAX_METERS = 2;
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Metering of access logs: bucket, queue, function; and the metric of accounts over their plan. */
export class BandwidthMetering extends Construct {
  readonly queue: Queue;
  /** Files that were given up after retries. */
  readonly deadLogs: Queue;
  /** Logs that added to an account's bandwidth above its plan. */
  readonly overPlan: Metric;

  constructor(scope: Construct, id: string, { bucket, meter }: BandwidthMeteringProps) {
    super(scope, id);
    this.deadLogs = new Queue(this, 'DeadLogs', {
      ...PLAIN_QUEUE,
      // a message outlives its file by just enough time to detect that
      retentionPeriod: Duration.days(LIMITS.accessLogDays),
    });
    this.queue = new Queue(this, 'Queue', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadLogs, maxReceiveCount: MAX_RECEIVES },
    });
    notifyQueue(bucket, this.queue);
    meter.receive(this.queue, {
      batchSize: 1,
      maxConcurrency: MAX_METERS,
    });
    const filter = new MetricFilter(this, 'OverPlan', {
      logGroup: meter.logs,
      filterPattern: FilterPattern.stringValue('$.message', '=', OVER_BANDWIDTH),
      // of the service: the name of a metric is unique in an account
      metricNamespace: serviceNameOf(scope),
      metricName: 'BandwidthOverPlan',
    });
    this.overPlan = filter.metric({ period: Duration.hours(1), statistic: 'Sum' });
  }
}
