import { Duration } from 'aws-cdk-lib';
import { EventBus, type IRuleTarget, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../core/events/event-source.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

export interface EventsProps {
  /** Their streams carry the changes. */
  readonly tables: ServiceTables;
  /** Makes events of changes. */
  readonly publisher: ServiceFunction;
  /** Tries deliveries to webhooks. */
  readonly sender: ServiceFunction;
  /** Queues lost deliveries again. */
  readonly caller: ServiceFunction;
}

/** Half of the stream's retention: the other half is the time to act on the alarm. */
const TRIED_FOR = Duration.hours(12);

/** Only these items of a table need a run of the publisher. */
const PUBLISHED_ITEMS = {
  images: { part: { S: FilterRule.isEqual('record') } },
  usage: {
    counter: { S: ['images#', 'transformations#', 'bandwidth#'].map((prefix) => ({ prefix })) },
  },
};

/** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": at least the function's timeout. */
const VISIBILITY = Duration.millis(LIMITS.apiTimeoutMs + 15_000);
/**
 * Unrecorded deliveries are retried for at least five minutes; errors of receivers do not count.
 */
const MAX_RECEIVES = 10;
/**
 * Concurrently, ten deliveries each: slow receivers leave the account's executions to other
 * functions.
 */
const MAX_WORKERS = 5;
/** Interval of the search for lost deliveries. */
const REQUEUE_EVERY = Duration.minutes(15);
const PLAIN_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
const DEAD_LETTER_QUEUE = { ...PLAIN_QUEUE, retentionPeriod: Duration.days(14) };

/**
 * Events: table streams, a publisher, an EventBridge bus, and the webhook queue with its worker.
 */
export class Events extends Construct {
  readonly bus: EventBus;
  readonly publisher: ServiceFunction;
  /** Batches of unpublished changes: their position in the stream. */
  readonly deadChanges: Queue;
  readonly deliveries: Queue;
  /**
   * Deliveries that could not be recorded. Deliveries that a receiver never accepted are records
   * for the project's members.
   */
  readonly deadDeliveries: Queue;
  private ruleCount = 0;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    this.publisher = props.publisher;
    this.deadDeliveries = new Queue(this, 'DeadDeliveries', DEAD_LETTER_QUEUE);
    this.deliveries = new Queue(this, 'Deliveries', {
      ...PLAIN_QUEUE,
      visibilityTimeout: VISIBILITY,
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadDeliveries, maxReceiveCount: MAX_RECEIVES },
    });
    this.startSender(props);
    this.bus = new EventBus(this, 'Bus', { description: 'Events of imagewell' });
    this.deadChanges = new Queue(this, 'DeadChanges', DEAD_LETTER_QUEUE);
    this.listen(props);
  }

  /** Calls a target at events of some types, of one project or of all. */
  call(types: string[], target: IRuleTarget, projectId: string | undefined): Rule {
    const detail = projectId === undefined ? {} : { detail: { projectId: [projectId] } };
    this.ruleCount += 1;
    return new Rule(this, `On${this.ruleCount}`, {
      eventBus: this.bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: types, ...detail },
      targets: [target],
    });
  }

  private startSender({ sender, publisher, caller }: EventsProps): void {
    sender.receive(this.deliveries, {
      batchSize: 10,
      maxConcurrency: MAX_WORKERS,
    });
    // the next run repeats the work of a failed one
    const target = new LambdaFunction(sender, { retryAttempts: 0 });
    new Rule(this, 'Requeue', { schedule: Schedule.rate(REQUEUE_EVERY), targets: [target] });
    const actions = ['sqs:SendMessage']; // batches need no other permission
    for (const fn of [sender, publisher, caller]) {
      fn.addToRolePolicy(new PolicyStatement({ actions, resources: [this.deliveries.queueArn] }));
      fn.setVariable(ENVIRONMENT.deliveryQueueUrl, this.deliveries.queueUrl);
    }
  }

  private listen({ tables, publisher }: EventsProps): void {
    for (const [name, NewImage] of Object.entries(PUBLISHED_ITEMS)) {
      publisher.addEventSource(
        new DynamoEventSource(tables.tables[name as keyof typeof PUBLISHED_ITEMS], {
          startingPosition: StartingPosition.TRIM_HORIZON,
          filters: [FilterCriteria.filter({ dynamodb: { NewImage } })],
          batchSize: 100,
          reportBatchItemFailures: true,
          bisectBatchOnError: true,
          maxRecordAge: TRIED_FOR,
          onFailure: new SqsDlq(this.deadChanges),
        }),
      );
    }
    const actions = ['events:PutEvents'];
    publisher.addToRolePolicy(new PolicyStatement({ actions, resources: [this.bus.eventBusArn] }));
    publisher.setVariable(ENVIRONMENT.eventBus, this.bus.eventBusName);
  }
}
