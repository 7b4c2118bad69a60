import { AssetHashType, CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { SITE_OUTPUTS, type SiteProperties } from '../../site/site-properties.ts';
import { bundledHere } from '../assets/bundled-here.ts';
import type { SiteWriter } from '../assets/service-assets.ts';
import type { Target } from '../target.ts';
import { createLogGroup, createLogRole } from './service-function.ts';

export interface SiteFilesProps {
  readonly bucket: Bucket;
  readonly writer: SiteWriter;
  readonly version: string;
  /** All of the service; the files depend on some. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly target: Pick<Target, 'architecture'>;
  readonly logRetentionDays: number;
}

/** Some 600 small files, sixteen side by side, take seconds. */
const TIMEOUT = Duration.minutes(5);
const MEMORY_MB = 512;

/** The code of the writer, built only where its stack is synthesised for a deploy. */
function codeOf({ folder, bundle }: SiteWriter): Code {
  if (!bundle) return Code.fromAsset(folder);
  // never run: the CDK keeps bundles of one folder apart by their commands
  const bundling = { ...bundledHere(bundle), command: ['site'] };
  return Code.fromAsset(folder, { assetHashType: AssetHashType.OUTPUT, bundling });
}

/** The name of the uploaded code, which changes with each of its files. */
function fingerprintOf(fn: LambdaFunction): string {
  const { s3Key = '' } = (fn.node.defaultChild as CfnFunction).code as CfnFunction.CodeProperty;
  return s3Key;
}

/**
 * Writes the files of a site when a stack is deployed, by a function that has them beside its code
 * (docs/decisions/0053). Without its answer a deploy ends after the timeout, and not after an hour.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, props: SiteFilesProps) {
    super(scope, id);
    const { bucket, version, outputs } = props;
    const fn = this.createFunction(props);
    const known = SITE_OUTPUTS.map((name) => [name, outputs[name]] as const);
    const properties: SiteProperties = {
      Bucket: bucket.bucketName,
      Version: version,
      Outputs: Object.fromEntries(known.flatMap(([name, value]) => (value ? [[name, value]] : []))),
      Fingerprint: fingerprintOf(fn),
    };
    new CustomResource(this, 'Written', {
      resourceType: 'Custom::ImagewellSite',
      serviceToken: fn.functionArn,
      serviceTimeout: TIMEOUT,
      properties: { ...properties },
    });
  }

  private createFunction({ bucket, writer, target, logRetentionDays }: SiteFilesProps) {
    const logGroup = createLogGroup(this, 'Logs', logRetentionDays);
    const role = createLogRole(this, 'Role', logGroup);
    const allow = (actions: string[], resource: string) =>
      role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
    allow(['s3:PutObject', 's3:DeleteObject'], `${bucket.bucketArn}/*`);
    allow(['s3:ListBucket'], bucket.bucketArn);
    return new LambdaFunction(this, 'Writer', {
      code: codeOf(writer),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: target.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      description: 'Writes console and docs into their bucket',
      timeout: TIMEOUT,
      memorySize: MEMORY_MB,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
    });
  }
}
