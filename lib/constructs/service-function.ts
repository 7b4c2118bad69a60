import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  InvokeMode,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../../lambdas/environment.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import type { Target } from '../target.ts';
import type { SharpProvision } from './sharp-layer.ts';

/** The common properties of all functions of a stack. */
export interface FunctionDefaults {
  /** The project's folder: entries are below it. */
  readonly root: string;
  readonly target: Target;
  readonly logRetentionDays: number;
  readonly sharp: SharpProvision;
}

export interface ServiceFunctionProps extends FunctionDefaults {
  readonly functionName: FunctionName;
  /** Executions that are kept for it, and its most. */
  readonly reservedConcurrency?: number | undefined;
}

/**
 * Defined here because `require` isn't there in a module, and a few packages of the SDK ask for
 * Node's own modules by it.
 */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * sharp comes by its layer, or beside the code. The SDK is bundled: what is deployed is what was
 * tested, and the renderer's code loaded in 156 ms of CPU time, not the 243 of an SDK beside it
 * (medians of five). Not its ways to credentials that are no variables, though: Lambda gives no
 * others, they would never be loaded, and without them it is 156 and not 193.
 */
const NOT_BUNDLED = [
  'sharp',
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (way) => `@aws-sdk/credential-provider-${way}`,
  ),
  '@smithy/credential-provider-imds',
];

/**
 * What a runtime defines where functions can stream: taken away where a Function URL can't, so that
 * the renderer answers in one piece. By the bundler, because the runtime asks for it while the code
 * loads.
 */
const WITHOUT_STREAMS = { 'globalThis.awslambda': 'undefined' };

/**
 * Its own role and nothing on it but the log's two rights: AWS's managed policy names every log
 * group.
 */
function createRole(scope: Construct, id: string, logGroup: LogGroup): Role {
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
export class ServiceFunction extends NodejsFunction {
  readonly facts: (typeof FUNCTIONS)[FunctionName];
  readonly serviceName: FunctionName;
  readonly logs: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { root, functionName, target, sharp, reservedConcurrency } = props;
    const facts = FUNCTIONS[functionName];
    const logs = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetentionDays,
      // they end by their retention anyway, and hold nothing to restore
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = createRole(scope, `${id}Role`, logs);
    super(scope, id, {
      entry: join(root, facts.entry),
      projectRoot: root,
      depsLockFilePath: join(root, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: target.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      timeout: Duration.millis(facts.timeoutMs),
      memorySize: facts.memoryMb,
      layers: facts.hasSharp ? sharp.layers : [],
      logGroup: logs,
      // three lines of the platform's own about every request cost more than ours; failures and
      // timeouts are told at WARN
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      role,
      // on functions only: the API stage's segments would hold the address, and so the upload key
      // (security.no-key-in-clear)
      tracing: Tracing.ACTIVE,
      ...(reservedConcurrency ? { reservedConcurrentExecutions: reservedConcurrency } : {}),
      ...('chain' in facts ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        minify: true,
        sourceMap: false,
        mainFields: ['module', 'main'],
        externalModules: NOT_BUNDLED,
        banner: REQUIRE,
        ...(target.invokeMode === InvokeMode.BUFFERED ? { define: WITHOUT_STREAMS } : {}),
        ...(facts.hasSharp && sharp.commandHooks ? { commandHooks: sharp.commandHooks } : {}),
      },
    });
    this.facts = facts;
    this.serviceName = functionName;
    this.logs = logs;
  }

  /** Sets a variable that the function's clients read: grants call it beside the permission. */
  setVariable(name: EnvironmentName, value: string): void {
    this.addEnvironment(name, value);
  }
}
