import {
  GetBucketPolicyCommand,
  HeadObjectCommand,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

interface Statement {
  readonly Effect: string;
  readonly Principal?: { readonly Service?: string | readonly string[] };
  readonly Action: string | readonly string[];
  readonly Condition?: object;
}

async function readPolicy(client: S3Client, bucket: string) {
  const { Policy = '{}' } = await client.send(new GetBucketPolicyCommand({ Bucket: bucket }));
  const { Statement: statements = [], ...rest } = JSON.parse(Policy) as {
    Statement?: readonly Statement[];
  };
  return { ...rest, statements };
}

/**
 * Takes the refusal of requests without TLS out of a bucket's policy. The emulator counts every
 * request of its own distribution as one without TLS, where AWS uses the viewer's protocol. The
 * other statements of the policy stay.
 */
export async function takeTlsForGranted(client: S3Client, bucket: string): Promise<void> {
  const { statements, ...rest } = await readPolicy(client, bucket);
  const isAboutTls = ({ Effect, Condition }: Statement) =>
    Effect === 'Deny' && /SecureTransport|TlsVersion/.test(JSON.stringify(Condition ?? {}));
  const Statement = statements.filter((one) => !isAboutTls(one));
  const Policy = JSON.stringify({ ...rest, Statement });
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
}

/** Whether the bucket's policy lets CloudFront list it. */
async function mayList(client: S3Client, bucket: string): Promise<boolean> {
  const { statements } = await readPolicy(client, bucket);
  return statements.some(
    ({ Effect, Principal, Action }) =>
      Effect === 'Allow' &&
      [Principal?.Service].flat().includes('cloudfront.amazonaws.com') &&
      [Action].flat().includes('s3:ListBucket'),
  );
}

async function isThere(client: S3Client, bucket: string, key: string): Promise<boolean> {
  return client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).then(
    () => true,
    () => false,
  );
}

/** S3's answer to a distribution, by status and XML. */
export interface S3Refusal {
  readonly status: number;
  readonly xml: string;
}

/**
 * Amazon S3 API, GetObject: a missing object is a 404 for callers with the permission to list, and
 * a 403 for others. The emulator answers CloudFront 403 in both cases; this makes S3's response of
 * it.
 */
export async function answerAsS3(client: S3Client, refusal: S3Refusal): Promise<S3Refusal> {
  const [, bucket, key] = /<Resource>\/([^/<]+)\/([^<]*)<\/Resource>/.exec(refusal.xml) ?? [];
  if (bucket === undefined || key === undefined || refusal.status !== 403) return refusal;
  if (await isThere(client, bucket, key)) return refusal;
  if (!(await mayList(client, bucket))) return refusal;
  return { status: 404, xml: refusal.xml.replace('AccessDenied', 'NoSuchKey') };
}
