import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { LIMITS } from '../../core/foundation/limits.ts';
import { RENDITIONS_PREFIX, TEMPORARY_PREFIX } from '../../core/images/object-keys.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import { OBJECT_ACCESS, type ObjectAccess } from '../object-access.ts';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ImageStorageProps {
  readonly removalPolicy: 'retain' | 'destroy';
  /** Retention in days of a replaced or removed original as an old version. */
  readonly originalVersionDays: number;
  readonly cdnAccessLogs: Settings['cdnAccessLogs'];
}

/**
 * The longest lifetime that a project may give its temporary images is 7 days; S3 counts whole days
 * from midnight on.
 */
const TEMPORARY_DAYS = 8;
const RENDITION_DAYS = 90;
const TEMPORARY_RULE = {
  id: 'end-temporary',
  prefix: TEMPORARY_PREFIX,
  expiration: Duration.days(TEMPORARY_DAYS),
};
const UPLOADS_RULE = {
  id: 'end-abandoned-uploads',
  abortIncompleteMultipartUploadAfter: Duration.days(1),
};
const IS_TEMPORARY_LIFE_COVERED = LIMITS.maxTemporaryLifeHours < TEMPORARY_DAYS * 24;

/**
 * Pages of any origin: the project's list was checked when the form was requested, and only a form
 * opens this bucket.
 */
const FORM_PAGES = {
  allowedMethods: [HttpMethods.POST],
  allowedOrigins: ['*'],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag'],
  maxAge: LIMITS.preflightMaxAgeSeconds,
};

/** Properties of every bucket of the stack: private, encrypted, by TLS only, and kept where set. */
export function privateBucket(removal: ImageStorageProps['removalPolicy']) {
  return {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy:
      removal === 'retain'
        ? // a failed first deploy leaves no empty bucket behind
          RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
        : RemovalPolicy.DESTROY,
  };
}

/**
 * The buckets of originals, renditions, incoming objects and the CDN's logs, and each function's
 * permissions on them.
 */
export class ImageStorage extends Construct {
  readonly originals: Bucket;
  readonly renditions: Bucket;
  /**
   * The bucket that the forms of direct uploads write to; nothing is served from it, and nothing
   * stays.
   */
  readonly incoming: Bucket;
  /** The CDN's log of each response. */
  readonly accessLogs: Bucket;

  constructor(scope: Construct, id: string, props: ImageStorageProps) {
    super(scope, id);
    if (!IS_TEMPORARY_LIFE_COVERED) throw new Error('temporary images would expire too early');
    const common = privateBucket(props.removalPolicy);
    this.originals = new Bucket(this, 'Originals', {
      ...common,
      versioned: true,
      lifecycleRules: [
        TEMPORARY_RULE,
        UPLOADS_RULE,
        {
          id: 'end-old-versions',
          noncurrentVersionExpiration: Duration.days(props.originalVersionDays),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    this.renditions = new Bucket(this, 'Renditions', {
      ...common,
      lifecycleRules: [
        {
          id: 'end-renditions',
          prefix: RENDITIONS_PREFIX,
          expiration: Duration.days(RENDITION_DAYS),
        },
        TEMPORARY_RULE,
        UPLOADS_RULE,
      ],
    });
    this.incoming = new Bucket(this, 'Incoming', {
      ...common,
      cors: [FORM_PAGES],
      lifecycleRules: [{ id: 'end-incoming', expiration: Duration.days(1) }, UPLOADS_RULE],
    });
    this.accessLogs = new Bucket(this, 'AccessLogs', {
      ...common,
      // CloudFront writes standard logs by its own entry in the bucket's access control list
      ...(props.cdnAccessLogs === 'standard'
        ? { objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED }
        : {}),
      lifecycleRules: [
        { id: 'end-logs', expiration: Duration.days(LIMITS.accessLogDays) },
        UPLOADS_RULE,
      ],
    });
  }

  /** Gives a function its rows of OBJECT_ACCESS, and the buckets' names. */
  grantAccess(fn: ServiceFunction): void {
    const rows = OBJECT_ACCESS[fn.serviceName];
    for (const row of rows) this.grantRow(fn, row);
    if (rows.some(({ bucket }) => bucket === 'incoming')) {
      fn.setVariable(ENVIRONMENT.incomingBucket, this.incoming.bucketName);
    }
    if (rows.some(({ bucket }) => bucket === 'accessLogs')) {
      fn.setVariable(ENVIRONMENT.accessLogsBucket, this.accessLogs.bucketName);
    }
    if (!rows.some(({ bucket }) => bucket === 'originals' || bucket === 'renditions')) return;
    // the object store knows both: a key determines the bucket
    fn.setVariable(ENVIRONMENT.originalsBucket, this.originals.bucketName);
    fn.setVariable(ENVIRONMENT.renditionsBucket, this.renditions.bucketName);
  }

  private grantRow(fn: ServiceFunction, { bucket, actions, keys, listed }: ObjectAccess): void {
    const { bucketArn } = this[bucket];
    const resources = keys.map((key) => `${bucketArn}/${key}`);
    fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources }));
    if (!listed) return;
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:ListBucketVersions'],
        resources: [bucketArn],
        conditions: { StringLike: { 's3:prefix': [...listed] } },
      }),
    );
  }
}
