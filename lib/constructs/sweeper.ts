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
 * Removes what ended temporary images have left, soon and not when a lifecycle rule or a time to
 * live comes by.
 */
export class Sweeper extends Construct {
  constructor(scope: Construct, id: string, { sweeper }: SweeperProps) {
    super(scope, id);
    const schedule = Schedule.rate(SWEEP_EVERY);
    // a run that failed is made up for by the next
    const target = new LambdaFunction(sweeper, { retryAttempts: 0 });
    new Rule(this, 'Schedule', { schedule, targets: [target] });
  }
}
