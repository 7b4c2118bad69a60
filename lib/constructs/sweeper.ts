import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

export interface SweeperProps {
  readonly sweeper: ServiceFunction;
}

const SWEEP_EVERY = Duration.minutes(15);

/**
 * Removes the data of expired temporary images soon, before a lifecycle rule or a time to live
 * would.
 */
export class Sweeper extends Construct {
  constructor(scope: Construct, id: string, { sweeper }: SweeperProps) {
    super(scope, id);
    const schedule = Schedule.rate(SWEEP_EVERY);
    // the next run repeats the work of a failed one
    const target = new LambdaFunction(sweeper, { retryAttempts: 0 });
    new Rule(this, 'Schedule', { schedule, targets: [target] });
  }
}
