import { timingSafeEqual } from 'node:crypto';
import { ALGORITHM, signPolicy } from '../../adapters/s3/post-policy.ts';
import { isJsonObject, valueAt } from '../../core/foundation/json/json-value.ts';
import { isTemporaryImageId, type TemporaryImageId } from '../../core/images/ids.ts';
import { S3Fault } from './s3-fault.ts';

/**
 * The fields before the file, by their names in lower case: S3 tells names apart by their letters
 * alone.
 */
export type FormFields = ReadonlyMap<string, string>;

/** The accepted credential and bucket of forms. */
export interface FormSigner {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  readonly region: string;
}

/** The upload that a valid form permits. */
export interface GrantedWrite {
  readonly temporaryImageId: TemporaryImageId;
  readonly minBytes: number;
  readonly maxBytes: number;
}

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

/** Fields that no condition has to name (Amazon S3 API reference, "POST policy"). */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

function required(fields: FormFields, name: string): string {
  const value = fields.get(name);
  if (value) return value;
  throw new S3Fault('InvalidArgument', `Bucket POST must contain a field named '${name}'.`);
}

function isSame(first: string, other: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checkSignature(fields: FormFields, signer: FormSigner): void {
  const [accessKeyId, day = '', region = '', service, end] = required(
    fields,
    'x-amz-credential',
  ).split('/');
  const isOurs = region === signer.region && service === 's3' && end === 'aws4_request';
  if (!isOurs || required(fields, 'x-amz-algorithm') !== ALGORITHM) {
    throw new S3Fault(
      'InvalidArgument',
      'The credential or the algorithm is not valid for this endpoint.',
    );
  }
  if (accessKeyId !== signer.accessKeyId) throw new S3Fault('InvalidAccessKeyId');
  const policy = required(fields, 'policy');
  const expected = signPolicy(signer.secretAccessKey, { region, day, policy });
  if (!isSame(required(fields, 'x-amz-signature'), expected)) {
    throw new S3Fault('SignatureDoesNotMatch');
  }
}

/** Read after its signature is verified: foreign text never reaches the parser. */
function readPolicy(fields: FormFields): Policy {
  const text = Buffer.from(required(fields, 'policy'), 'base64').toString();
  const policy: unknown = JSON.parse(text);
  const [expiration, conditions] = [valueAt(policy, 'expiration'), valueAt(policy, 'conditions')];
  if (typeof expiration === 'string' && Array.isArray(conditions))
    return { expiration, conditions };
  throw new S3Fault('InvalidPolicyDocument');
}

function deny(reason: string): never {
  throw new S3Fault('AccessDenied', `Invalid according to Policy: ${reason}`);
}

/**
 * Holds the fields to conditions of the form `{name: value}`, and every field to one of them;
 * answers the range of lengths.
 */
function checkConditions(
  fields: FormFields,
  { conditions }: Policy,
  bucket: string,
): Pick<GrantedWrite, 'minBytes' | 'maxBytes'> {
  const covered = new Set(FREE_FIELDS);
  let range: readonly unknown[] = [];
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      range = condition.slice(1);
      continue;
    }
    for (const [name, value] of Object.entries(isJsonObject(condition) ? condition : {})) {
      const sent =
        name === 'bucket' ? (fields.get(name) ?? bucket) : fields.get(name.toLowerCase());
      if (sent !== value) {
        deny(`Policy Condition failed: ${JSON.stringify(['eq', `$${name}`, value])}`);
      }
      covered.add(name.toLowerCase());
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !covered.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) deny(`Extra input fields: ${extra.join(', ')}`);
  const [minBytes, maxBytes] = range;
  if (typeof minBytes === 'number' && typeof maxBytes === 'number') return { minBytes, maxBytes };
  throw new S3Fault('InvalidPolicyDocument');
}

/** Verifies a form as S3 does: signature, end, then every condition. Throws an S3Fault. */
export function checkForm(fields: FormFields, signer: FormSigner, now: number): GrantedWrite {
  checkSignature(fields, signer);
  const policy = readPolicy(fields);
  if (!(now < Date.parse(policy.expiration))) deny('Policy expired.');
  const range = checkConditions(fields, policy, signer.bucket);
  const key = required(fields, 'key');
  if (!isTemporaryImageId(key)) throw new S3Fault('InvalidPolicyDocument');
  return { temporaryImageId: key, ...range };
}
