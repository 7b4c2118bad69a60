import { fields, json, list, number, optional, text } from '../../../adapters/rows/columns.ts';

/** The conditions of a policy, its times in Unix seconds. */
export interface Policy {
  /** Undefined: every address. */
  readonly resource: string | undefined;
  readonly endsAt: number;
  readonly startsAt: number | undefined;
  /** An IPv4 range in CIDR form, or one address. */
  readonly sourceIp: string | undefined;
}

/** A grant as a request has it, not yet verified. */
export interface Grant {
  readonly keyPairId: string;
  readonly signature: Uint8Array;
  readonly hash: 'RSA-SHA1' | 'RSA-SHA256';
  /** The signed text; for a canned policy it is made of the address and `expires`. */
  readonly signed: { readonly policy: string } | { readonly expires: string };
}

/** The codes and texts of CloudFront's refusals (AWS re:Post, "Troubleshoot signed URLs"). */
export const REFUSALS = {
  MissingKey: 'Missing Key-Pair-Id query parameter or cookie value.',
  InvalidKey: 'Unknown Key',
  MalformedPolicy: 'Malformed Policy',
  AccessDenied: 'Access denied',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** CloudFront's own parameters, which are no part of the address that a policy names. */
const SIGNING_NAMES = ['Policy', 'Expires', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'] as const;
type SigningName = (typeof SIGNING_NAMES)[number];
type Values = Partial<Record<SigningName, readonly string[]>>;

/** More than a URL or the cookies of CloudFront can hold (Amazon CloudFront quotas). */
const MAX_VALUE_LENGTH = 8_192;

function isSigningName(name: string): name is SigningName {
  return SIGNING_NAMES.some((known) => known === name);
}

/** The values of the signing parameters among pairs of text. */
function valuesOf(pairs: readonly string[], prefix: string): Values {
  const values: Partial<Record<SigningName, string[]>> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!name.startsWith(prefix)) continue;
    const known = name.slice(prefix.length);
    if (!isSigningName(known)) continue;
    const found = values[known] ?? [];
    values[known] = found;
    found.push(at < 0 ? '' : pair.slice(at + 1));
  }
  return values;
}

/** A target without the parameters of its signature, and those. */
export function splitTarget(rawUrl: string): { readonly target: string; readonly values: Values } {
  const at = rawUrl.indexOf('?');
  if (at < 0) return { target: rawUrl, values: {} };
  const pairs = rawUrl.slice(at + 1).split('&');
  const rest = pairs.filter((pair) => !isSigningName(pair.split('=', 1)[0] ?? ''));
  const query = rest.length > 0 ? `?${rest.join('&')}` : '';
  return { target: rawUrl.slice(0, at) + query, values: valuesOf(pairs, '') };
}

/** The same of cookies. */
export function valuesOfCookies(header: string | undefined): Values {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return valuesOf(pairs, 'CloudFront-');
}

/** Bytes of CloudFront's base64: `-`, `_` and `~` in place of `+`, `=` and `/`. */
function decode(value: string): Buffer | undefined {
  if (value.length > MAX_VALUE_LENGTH || !/^[\w~-]+$/.test(value)) return undefined;
  const plain = value.replace(/-/g, '+').replace(/~/g, '/').replace(/_/g, '=');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === plain ? bytes : undefined;
}

function hashOf(name: string | undefined): Grant['hash'] | undefined {
  if (name === undefined || name === 'SHA1') return 'RSA-SHA1';
  return name === 'SHA256' ? 'RSA-SHA256' : undefined;
}

/** The text that was signed: of a policy, or of an end; of both or none it is unknown. */
function signedOf({ Policy = [], Expires = [] }: Values): Grant['signed'] | undefined {
  if (Policy.length + Expires.length !== 1) return undefined;
  if (Policy[0] !== undefined) {
    const policy = decode(Policy[0])?.toString();
    return policy === undefined ? undefined : { policy };
  }
  const expires = Expires[0] ?? '';
  return /^[1-9]\d{0,11}$/.test(expires) ? { expires } : undefined;
}

/** Reads a grant; a value that is sent twice is no value. */
export function readGrant(values: Values): Grant | Refusal {
  const once = (name: SigningName) => (values[name]?.length === 1 ? values[name][0] : undefined);
  const keyPairId = once('Key-Pair-Id');
  if (keyPairId === undefined || keyPairId === '') return 'MissingKey';
  const signature = decode(once('Signature') ?? '');
  const hash = hashOf(values['Hash-Algorithm']?.join());
  const signed = signedOf(values);
  if (!signature || !hash) return 'AccessDenied';
  return signed ? { keyPairId, signature, hash, signed } : 'MalformedPolicy';
}

const time = fields({ 'AWS:EpochTime': number });
const readStatements = json(
  fields({
    Statement: list(
      fields({
        Resource: optional(text),
        Condition: fields({
          DateLessThan: time,
          DateGreaterThan: optional(time),
          IpAddress: optional(fields({ 'AWS:SourceIp': text })),
        }),
      }),
    ),
  }),
);

/** The one statement of a policy; undefined for any other text. */
export function readPolicy(policy: string): Policy | undefined {
  try {
    const [statement, ...others] = readStatements(policy).Statement;
    if (!statement || others.length > 0) return undefined;
    const { DateLessThan, DateGreaterThan, IpAddress } = statement.Condition;
    return {
      resource: statement.Resource,
      endsAt: DateLessThan['AWS:EpochTime'],
      startsAt: DateGreaterThan?.['AWS:EpochTime'],
      sourceIp: IpAddress?.['AWS:SourceIp'],
    };
  } catch {
    return undefined;
  }
}

/** The policy of a URL that has an end alone (developer guide, "a canned policy"). */
export function cannedPolicy(url: string, expires: string): string {
  return `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
}
