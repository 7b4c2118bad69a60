import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFormFields } from '../../../adapters/s3/post-policy.ts';
import { checkForm, type FormSigner } from '../../../local/s3/check-form.ts';
import type { S3Fault } from '../../../local/s3/s3-fault.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 34, 56);
const FORM_MS = 600_000;
const ID = `tmp_${'a'.repeat(26)}`;
const SIGNER: FormSigner = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEX',
  bucket: 'incoming',
  region: 'eu-central-1',
};
const TERMS = { key: ID, contentType: 'image/jpeg', maxBytes: 1_000, now: NOW };

afterEach(() => {
  vi.useRealTimers();
});

/** The form as AWS's own library makes it. */
async function oracleFields(
  { region, bucket, ...keys }: FormSigner,
  { key, contentType, maxBytes, now }: typeof TERMS,
  sessionToken?: string,
): Promise<Record<string, string>> {
  const credentials = { ...keys, ...(sessionToken ? { sessionToken } : {}) };
  vi.useFakeTimers({ toFake: ['Date'], now });
  const client = new S3Client({ region, credentials });
  const { fields } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Expires: FORM_MS / 1000,
    Fields: { 'Content-Type': contentType },
    Conditions: [['content-length-range', 1, maxBytes]],
  });
  return fields;
}

function ownFields(signer: FormSigner, terms = TERMS, sessionToken?: string) {
  return createFormFields({ ...signer, sessionToken }, signer, {
    ...terms,
    endsAt: terms.now + FORM_MS,
  });
}

const asMap = (fields: Readonly<Record<string, string>>) =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
const check = (fields: Readonly<Record<string, string>>, now = NOW) =>
  checkForm(asMap(fields), SIGNER, now);
function codeOf(fields: Readonly<Record<string, string>>, now = NOW): string {
  try {
    check(fields, now);
    return 'taken';
  } catch (error) {
    return (error as S3Fault).code;
  }
}

const anyText = fc.stringMatching(/^[A-Za-z0-9/+=]{1,60}$/);
const anyTerms = fc.record({
  key: fc.stringMatching(/^tmp_[a-z2-7]{26}$/),
  contentType: fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/gif'),
  maxBytes: fc.integer({ min: 1, max: 25_000_000 }),
  now: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
});

describe('the form of a direct upload', () => {
  it('is field for field what @aws-sdk/s3-presigned-post makes, of a user’s and a role’s credentials (uploads.direct-form)', async () => {
    for (const sessionToken of [undefined, 'FwoGZXIvYXdzE/+=']) {
      const own = ownFields(SIGNER, TERMS, sessionToken);
      expect(own).toEqual(await oracleFields(SIGNER, TERMS, sessionToken));
      expect(Object.hasOwn(own, 'X-Amz-Security-Token')).toBe(sessionToken !== undefined);
    }
  });

  it('stays the same for any key, type, size, time, secret and region (uploads.direct-form)', async () => {
    const anySigner = fc.record({
      accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
      secretAccessKey: anyText,
      bucket: fc.stringMatching(/^[a-z][a-z0-9-]{3,40}[a-z0-9]$/),
      region: fc.constantFrom('us-east-1', 'eu-central-1', 'ap-southeast-2'),
    });
    await fc.assert(
      fc.asyncProperty(anySigner, anyTerms, async (signer, terms) => {
        expect(ownFields(signer, terms)).toEqual(await oracleFields(signer, terms));
      }),
      { numRuns: 60 },
    );
  });

  it('asks for exactly one key and type, a byte at least, and ends in ten minutes (uploads.direct-form)', () => {
    const { Policy = '' } = ownFields(SIGNER);
    const { expiration, conditions } = JSON.parse(Buffer.from(Policy, 'base64').toString());
    expect(expiration).toBe('2026-11-21T12:44:56Z');
    expect(conditions).toContainEqual(['content-length-range', 1, 1_000]);
    expect(conditions).toContainEqual({ key: ID });
    expect(conditions).toContainEqual({ 'Content-Type': 'image/jpeg' });
    expect(JSON.stringify(conditions)).not.toContain('starts-with');
  });
});

describe('the local presigned POST endpoint', () => {
  it('takes forms of ours and of AWS’s own library (uploads.direct-form)', async () => {
    const expected = { temporaryImageId: ID, minBytes: 1, maxBytes: 1_000 };
    expect(check(ownFields(SIGNER))).toEqual(expected);
    expect(check(await oracleFields(SIGNER, TERMS))).toEqual(expected);
  });

  it('takes every form until its end, and none from then on (uploads.direct-form)', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 0, max: 2 * FORM_MS }), (terms, laterMs) => {
        const fields = ownFields(SIGNER, terms);
        // the policy has whole seconds
        const end = Math.floor((terms.now + FORM_MS) / 1000) * 1000;
        const isTaken = codeOf(fields, terms.now + laterMs) === 'taken';
        expect(isTaken).toBe(terms.now + laterMs < end);
      }),
    );
    expect(codeOf(ownFields(SIGNER), NOW + FORM_MS)).toBe('AccessDenied');
  });

  it('refuses a form of which anything was changed, left out or added (uploads.direct-form)', () => {
    const fields = ownFields(SIGNER);
    for (const name of Object.keys(fields)) {
      const value = fields[name] ?? '';
      const { [name]: _, ...without } = fields;
      if (name !== 'bucket') expect(codeOf(without), `without ${name}`).not.toBe('taken');
      expect(codeOf({ ...fields, [name]: `${value}x` }), name).not.toBe('taken');
      expect(codeOf({ ...fields, [name]: '' }), `empty ${name}`).not.toBe('taken');
    }
    for (const name of ['acl', 'x-amz-meta-a', 'Content-Encoding', 'success_action_redirect']) {
      expect(codeOf({ ...fields, [name]: 'x' }), name).toBe('AccessDenied');
    }
    expect(codeOf({ ...fields, 'x-ignore-me': 'x' })).toBe('taken');
  });

  it('refuses what another secret signed, whatever it says (uploads.direct-form)', () => {
    fc.assert(
      fc.property(anyTerms, anyText, (terms, secretAccessKey) => {
        fc.pre(secretAccessKey !== SIGNER.secretAccessKey);
        const forged = ownFields({ ...SIGNER, secretAccessKey }, terms);
        expect(codeOf(forged, terms.now)).toBe('SignatureDoesNotMatch');
      }),
    );
  });

  it.each([
    ['no JSON', 'nothing'],
    ['no conditions', JSON.stringify({ expiration: '2030-01-01T00:00:00Z' })],
    ['no range', JSON.stringify({ expiration: '2030-01-01T00:00:00Z', conditions: [] })],
    ['an end that is no time', JSON.stringify({ expiration: 'x', conditions: [] })],
  ])('never reads a policy that it did not sign: %s (uploads.direct-form)', (_, policy) => {
    const fields = { ...ownFields(SIGNER), Policy: Buffer.from(policy).toString('base64') };
    expect(codeOf(fields)).toBe('SignatureDoesNotMatch');
  });
});
