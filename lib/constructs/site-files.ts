import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Token } from 'aws-cdk-lib';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  CacheControl,
  type ISource,
  Source,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { CACHE_CONTROL, type SiteFile } from '../../site/site-file.ts';

export interface SiteFilesProps {
  readonly bucket: Bucket;
  /** Bodies may hold values that only the deploy knows. */
  readonly files: readonly SiteFile[];
}

/** The handler knows their types; each other type is an upload of its own. */
const KNOWN = /\.(?:css|js|json|png|svg)$/;

/** CDK's handler holds the largest of the archives in memory. */
const MEMORY_MB = 512;

function sourcesOf(files: readonly SiteFile[], folder: string): ISource[] {
  const isLate = ({ body }: SiteFile) => Token.isUnresolved(Buffer.from(body).toString());
  for (const { key, body } of files.filter((file) => !isLate(file))) {
    const path = join(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
  }
  const late = files.filter(isLate);
  const sources = late.map(({ key, body }) => Source.data(key, Buffer.from(body).toString()));
  return late.length === files.length ? sources : [Source.asset(folder), ...sources];
}

/**
 * Uploads the files of a site when an app is deployed, each with its type and its lifetime in
 * caches. Pages come after the files that they load. Files of earlier versions stay.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, files }: SiteFilesProps) {
    super(scope, id);
    const groups = new Map<string, SiteFile[]>();
    for (const file of files) {
      const type = file.contentType.replace(/;.*/, '').replace(/\W+/g, '-');
      const name = `${file.life}-${KNOWN.test(file.key) ? 'known' : type}`;
      groups.set(name, [...(groups.get(name) ?? []), file]);
    }
    const deployments = [...groups].map(([name, group]) => this.upload(name, group, bucket));
    const pages = this.node.tryFindChild('revalidated-text-html');
    for (const one of deployments) if (pages && one !== pages) pages.node.addDependency(one);
  }

  private upload(name: string, files: readonly SiteFile[], bucket: Bucket): BucketDeployment {
    const folder = mkdtempSync(join(tmpdir(), 'imagewell-site-'));
    try {
      const [{ key, life, contentType }] = files as [SiteFile];
      return new BucketDeployment(this, name, {
        sources: sourcesOf(files, folder),
        // aws-cdk-lib's Bucket isn't its IBucket under exactOptionalPropertyTypes
        destinationBucket: bucket as IBucket,
        ...(KNOWN.test(key) ? {} : { contentType }),
        cacheControl: [CacheControl.fromString(CACHE_CONTROL[life])],
        prune: false, // a page that is open finds the files of its build
        memoryLimit: MEMORY_MB,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
