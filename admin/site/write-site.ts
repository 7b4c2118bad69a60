import type { S3Client } from '@aws-sdk/client-s3';
import type {
  CloudFormationCustomResourceEvent as Event,
  CloudFormationCustomResourceResponse as Response,
} from 'aws-lambda';
import { type ColumnsOf, fields, mapOf, text } from '../../adapters/rows/columns.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { type BuiltFolders, siteOfStack } from '../../site/site-of-stack.ts';
import type { SiteProperties } from '../../site/site-properties.ts';
import { uploadSite } from './upload-site.ts';

/** AWS CloudFormation User Guide: a response has at most 4 KB. */
const MAX_REASON = 2_000;

export interface SiteWriterNeeds {
  readonly s3: S3Client;
  readonly folders: BuiltFolders;
  /** Sends an answer to CloudFormation, which waits for it. */
  readonly send: (url: string, body: Uint8Array<ArrayBuffer>) => Promise<void>;
}

const readProperties = fields({
  Bucket: text,
  Version: text,
  Outputs: mapOf(text),
  Fingerprint: text,
} satisfies ColumnsOf<SiteProperties>);

async function write({ s3, folders }: SiteWriterNeeds, event: Event): Promise<string> {
  if (event.RequestType === 'Delete') return 'nothing to do'; // the bucket may be kept
  const { Bucket, Version, Outputs } = readProperties(event.ResourceProperties);
  const files = siteOfStack((name) => Outputs[name], Version, folders);
  const { written, removed } = await uploadSite(s3, Bucket, files);
  return `${written} files written, ${removed} removed`;
}

/**
 * The handler of a custom resource of CloudFormation: writes the site's files into the bucket of
 * its properties. Each event is answered, a failed one with its reason, or the deploy would wait.
 */
export function createSiteWriter(needs: SiteWriterNeeds) {
  return async (event: Event): Promise<void> => {
    const known = 'PhysicalResourceId' in event ? event.PhysicalResourceId : undefined;
    const response: Response = {
      Status: 'SUCCESS',
      Reason: '',
      // the same after each update: another one would be a replacement, and delete this one
      PhysicalResourceId: known ?? `site-of-${event.StackId}`,
      StackId: event.StackId,
      RequestId: event.RequestId,
      LogicalResourceId: event.LogicalResourceId,
    };
    const outcome = await write(needs, event).then(
      (Reason) => ({ ...response, Reason }),
      ({ name, message }: Error) => {
        const Reason = `The site was not written: ${name}: ${message}`.slice(0, MAX_REASON);
        return { ...response, Status: 'FAILED', Reason };
      },
    );
    console.log(outcome.Reason);
    await needs.send(event.ResponseURL, new TextEncoder().encode(JSON.stringify(outcome)));
  };
}

/** The URL is signed for a body without a type, which fetch sends for bytes only. */
async function send(url: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body });
  if (!ok) throw new Error(`CloudFormation answered ${status}`);
}

const here = import.meta.dirname;

/** Its code and the files of the site are in one folder. */
export const handler = (event: Event): Promise<void> =>
  createSiteWriter({
    s3: createS3Client(),
    folders: { console: `${here}/console`, docs: `${here}/docs` },
    send,
  })(event);
