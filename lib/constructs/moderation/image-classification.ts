import { Duration } from 'aws-cdk-lib';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EXAMINED_EVENTS } from '../../../core/events/event-types.ts';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { ENVIRONMENT } from '../../../lambdas/environment.ts';
import type { Events } from '../events.ts';
import type { ServiceFunction } from '../service-function.ts';

export interface ImageClassificationProps {
  /** Its bus has the events of new images. */
  readonly events: Events;
  /** Asks Amazon Rekognition. */
  readonly worker: ServiceFunction;
  /** Takes the setting of projects. */
  readonly caller: ServiceFunction;
}

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": six times the function's timeout. */
const VISIBILITY = Duration.millis(6 * LIMITS.deliveryWorkMs);
/** Rekognition is tried again for minutes; an image in review waits for a member in any case. */
const MAX_RECEIVES = 10;
/** Two concurrent runs, Lambda's minimum: viewers come first on an account of ten executions. */
const MAX_WORKERS = 2;
const ACTIONS = ['DetectModerationLabels', 'DetectFaces', 'DetectLabels'].map(
  (action) => `rekognition:${action}`,
);
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** New images: their queue, and its worker with Amazon Rekognition. */
export class ImageClassification extends Construct {
  /** Images that could not be classified after retries. */
  readonly deadImages: Queue;

  constructor(scope: Construct, id: string, props: ImageClassificationProps) {
    super(scope, id);
    const { events, worker, caller } = props;
    this.deadImages = new Queue(this, 'DeadImages', {
      ...PLAIN_QUEUE,
      retentionPeriod: Duration.days(14),
    });
    const queue = new Queue(this, 'Queue', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadImages, maxReceiveCount: MAX_RECEIVES },
    });
    const target = new SqsQueue(queue, { deadLetterQueue: this.deadImages });
    events.call([...EXAMINED_EVENTS], target, undefined);
    worker.receive(queue, {
      batchSize: 1, // each may take the whole time of the function
      maxConcurrency: MAX_WORKERS,
    });
    // the actions have no resources: Service Authorization Reference, Amazon Rekognition
    worker.addToRolePolicy(new PolicyStatement({ actions: ACTIONS, resources: ['*'] }));
    caller.setVariable(ENVIRONMENT.rekognition, 'on');
  }
}
