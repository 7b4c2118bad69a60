import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../../lambdas/environment.ts';
import type { ServiceAssets } from '../assets/service-assets.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import type { Target } from '../target.ts';
import type { LibraryProvision } from './sharp-layer.ts';

/** The common properties of all functions of a stack. */
export interface FunctionDefaults {
  readonly assets: ServiceAssets;
  readonly target: Target;
  readonly logRetentionDays: number;
  /** The highest concurrency of a function by its queue; without it, each queue has its maximum. */
  readonly backgroundConcurrency: number | undefined;
  readonly sharp: LibraryProvision;
  /** The decoders of AVIF and SVG, for the functions for uploads. */
  readonly decoders: LibraryProvision;
  /** The decoder of HEIC, for the functions for uploads. */
  readonly heif: LibraryProvision;
}

export interface ServiceFunctionProps extends FunctionDefaults {
  readonly functionName: FunctionName;
  /** Executions that are reserved for it, which are also its maximum. */
  readonly reservedConcurrency?: number | undefined;
}

/** How a function takes messages from its queue. */
export interface QueueRuns {
  readonly batchSize: number;
  readonly maxBatchingWindow?: Duration;
  /** Concurrent runs, at most. */
  readonly maxConcurrency: number;
}

/** A log group that ends with its stack: its events end anyway, and hold nothing to restore. */
export function createLogGroup(scope: Construct, id: string, retention: number): LogGroup {
  return new LogGroup(scope, id, { retention, removalPolicy: RemovalPolicy.DESTROY });
}

/** Its own role with only the log's two permissions: AWS's managed policy names every log group. */
export function createLogRole(scope: Construct, id: string, logGroup: LogGroup): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  role.addToPolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
  );
  return role;
}

/** THE way to make a function: one file, one role, one log group. */
export class ServiceFunction extends LambdaFunction {
  readonly facts: (typeof FUNCTIONS)[FunctionName];
  readonly serviceName: FunctionName;
  readonly logs: LogGroup;
  private readonly backgroundConcurrency: number;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { assets, functionName, target, sharp, decoders, heif, reservedConcurrency } = props;
    const facts = FUNCTIONS[functionName];
    const libraries = [
      ...(facts.hasSharp ? [sharp] : []),
      ...('takesUploads' in facts ? [decoders, heif] : []),
    ];
    const logs = createLogGroup(scope, `${id}Logs`, props.logRetentionDays);
    const role = createLogRole(scope, `${id}Role`, logs);
    super(scope, id, {
      ...assets.functionCode(functionName, {
        isBuffered: target.invokeMode === 'BUFFERED',
        copiedModules: libraries.flatMap(({ copiedModules }) => copiedModules),
      }),
      runtime: Runtime.NODEJS_24_X,
      architecture: target.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      timeout: Duration.millis(facts.timeoutMs),
      memorySize: facts.memoryMb,
      layers: libraries.flatMap(({ layers }) => layers),
      logGroup: logs,
      // three platform log lines for every request cost more than ours; failures and timeouts are
      // logged at WARN
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      role,
      // on functions only: the API stage's segments would hold the path, and so the upload key
      // (security.no-key-in-clear)
      tracing: Tracing.ACTIVE,
      ...(reservedConcurrency ? { reservedConcurrentExecutions: reservedConcurrency } : {}),
      ...('chain' in facts ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    });
    this.facts = facts;
    this.serviceName = functionName;
    this.logs = logs;
    this.backgroundConcurrency = props.backgroundConcurrency ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Runs for the messages of a queue, with at most `maxConcurrency` concurrent runs, or fewer by
   * the setting `backgroundConcurrency`. Failed messages of a batch are received again.
   */
  receive(queue: Queue, props: QueueRuns): void {
    const maxConcurrency = Math.min(props.maxConcurrency, this.backgroundConcurrency);
    const source = { reportBatchItemFailures: true, ...props, maxConcurrency };
    this.addEventSource(new SqsEventSource(queue, source));
  }

  /** Sets a variable that the function's clients read: grants call it beside the permission. */
  setVariable(name: EnvironmentName, value: string): void {
    this.addEnvironment(name, value);
  }
}
