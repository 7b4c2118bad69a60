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
  /** Executions that are reserved for it, which are also its maximum. */
  readonly reservedConcurrency?: number | undefined;
}

/**
 * Defined here because a module has no `require`, and a few packages of the SDK load Node's own
 * modules by it.
 */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * sharp comes by its layer, or next to the code. The SDK is bundled, so the deployed code is the
 * tested one. The renderer's code loads in 156 ms of CPU time, instead of 243 with an SDK beside it
 * (medians of five). Credential providers other than variables are left out: Lambda needs no
 * others, and with them it is 193 ms.
 */
const NOT_BUNDLED = [
  'sharp',
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (way) => `@aws-sdk/credential-provider-${way}`,
  ),
  '@smithy/credential-provider-imds',
];

/**
 * The runtime defines this name if functions can stream. If a Function URL can't, the name is
 * removed, so that the renderer buffers its response. By the bundler, because the runtime reads it
 * while the code loads.
 */
const WITHOUT_STREAMS = { 'globalThis.awslambda': 'undefined' };

/** Its own role with only the log's two permissions: AWS's managed policy names every log group. */
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
