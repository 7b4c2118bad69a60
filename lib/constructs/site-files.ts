import { CustomResource, Duration, FileSystem } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { SITE_OUTPUTS, type SiteProperties } from '../../site/site-properties.ts';
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

/**
 * Writes the files of a site when a stack is deployed, by a function that has them beside its code
 * (docs/decisions/0053). Without its answer a deploy ends after the timeout, and not after an hour.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, props: SiteFilesProps) {
    super(scope, id);
    const { bucket, writer, version, outputs } = props;
    const serviceToken = this.createFunction(props).functionArn;
    const known = SITE_OUTPUTS.map((name) => [name, outputs[name]] as const);
    const properties: SiteProperties = {
      Bucket: bucket.bucketName,
      Version: version,
      Outputs: Object.fromEntries(known.flatMap(([name, value]) => (value ? [[name, value]] : []))),
      Fingerprint: FileSystem.fingerprint(writer.folder),
    };
    new CustomResource(this, 'Written', {
      resourceType: 'Custom::ImagewellSite',
      serviceToken,
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
      code: Code.fromAsset(writer.folder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: target.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      description: 'Writes console and docs into their bucket',
      timeout: TIMEOUT,
      memorySize: MEMORY_MB,
      role,
      logGroup,
    });
  }
}
