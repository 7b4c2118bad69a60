import { Duration } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

export interface EventsProps {
  /** Their streams tell of changes. */
  readonly tables: ServiceTables;
  /** Makes events of changes. */
  readonly publisher: ServiceFunction;
}

/** Half of what a stream keeps: a bus that is down for hours loses nothing, and a person has as long to act on the alarm. */
const TRIED_FOR = Duration.hours(12);

/** Only these of a table's items are worth a run of the publisher. */
const TOLD_ITEMS = {
  images: { part: { S: FilterRule.isEqual('record') } },
  usage: {
    counter: { S: ['images#', 'transformations#', 'bandwidth#'].map((prefix) => ({ prefix })) },
  },
};

/** What tells of changes: the tables' own streams, a publisher, and a bus that rules can be put on. */
export class Events extends Construct {
  readonly bus: EventBus;
  readonly publisher: ServiceFunction;
  /** Where batches of changes stand that were not told: their place in the stream. */
  readonly deadChanges: Queue;

  constructor(scope: Construct, id: string, { tables, publisher }: EventsProps) {
    super(scope, id);
    this.publisher = publisher;
    this.bus = new EventBus(this, 'Bus', { description: 'What changes in imagewell' });
    this.deadChanges = new Queue(this, 'DeadChanges', {
      ...{ encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true },
      retentionPeriod: Duration.days(14),
    });
    for (const [name, NewImage] of Object.entries(TOLD_ITEMS)) {
      publisher.addEventSource(
        new DynamoEventSource(tables.tables[name as keyof typeof TOLD_ITEMS], {
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
