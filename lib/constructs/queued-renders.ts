import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { ServiceFunction } from './service-function.ts';

export interface QueuedRendersProps {
  /** Makes queued renditions, a message a rendition. */
  readonly worker: ServiceFunction;
  /** Queues renditions for which a viewer would wait too long. */
  readonly renderer: ServiceFunction;
}

/** Never sooner than a worker that still runs, nor than the lease of a killed one. */
const VISIBILITY = Duration.millis(4 * LIMITS.deliveryWorkMs);
/**
 * Images that timed out are as slow the next time; delivery queues renditions again that are still
 * requested.
 */
const MAX_RECEIVES = 2;
/** Two concurrent runs, Lambda's minimum: viewers come first on an account of ten executions. */
const MAX_WORKERS = 2;
/** A rendition that waited this long is no longer requested, or is queued again. */
const KEPT = Duration.hours(1);

const FIFO = { fifo: true, encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Renditions made in the background: a queue without duplicates, and its worker. */
export class QueuedRenders extends Construct {
  readonly queue: Queue;
  /** Renditions that the worker gave up after retries. */
  readonly deadRenders: Queue;

  constructor(scope: Construct, id: string, { worker, renderer }: QueuedRendersProps) {
    super(scope, id);
    this.deadRenders = new Queue(this, 'DeadRenders', {
      ...FIFO,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, 'Queue', {
      ...FIFO,
      visibilityTimeout: VISIBILITY,
      retentionPeriod: KEPT,
      deadLetterQueue: { queue: this.deadRenders, maxReceiveCount: MAX_RECEIVES },
    });
    worker.receive(this.queue, {
      batchSize: 1, // each may take the whole time of the function
      maxConcurrency: MAX_WORKERS,
    });
    const actions = ['sqs:SendMessage'];
    renderer.addToRolePolicy(new PolicyStatement({ actions, resources: [this.queue.queueArn] }));
    renderer.setVariable(ENVIRONMENT.renderQueueUrl, this.queue.queueUrl);
  }
}
