import type * as z from 'zod/mini';
import type { Role } from '../accounts/roles.ts';
import type { ProblemCode } from '../foundation/problems.ts';
import type { Scope } from '../projects/credentials.ts';
import type { ReferenceKind } from './fields.ts';

export interface JsonRequest {
  readonly kind: 'json';
  readonly schema: z.ZodMiniObject;
  /** Fields that are "CDN URL or ID", and their kind of image. */
  readonly references?: Readonly<Record<string, ReferenceKind>>;
  /** Fields that are lists of "CDN URL or ID" of images (referencesField). */
  readonly referenceLists?: readonly string[];
  /** Of each group of fields exactly one is given. */
  readonly exactlyOne: readonly (readonly string[])[];
  /** A field that may stand beside the field of the last group, or in its place. */
  readonly orBeside?: string;
  /** By the sent field, the name under which the use case reads it: aliases have one name. */
  readonly readAs?: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** By which a call that takes bytes names its project. */
export const PROJECT_HEADER = 'X-Project-Id';

export interface BytesRequest {
  readonly kind: 'bytes';
}

/**
 * The input of a call that takes bytes: the body, and the headers that describe it, as received.
 */
export interface SentBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly originalFilename: string | undefined;
}

/**
 * The permitted callers: THE authorization rule, which the middleware enforces before the use case
 * runs.
 */
export type EndpointCredential =
  | {
      readonly kind: 'apiKey';
      readonly scope: Scope;
      /**
       * An access token is accepted too, of a member with this role in the project of `projectId`.
       * PROJECT_HEADER has it if the body is bytes.
       */
      readonly role: Role;
      /** An access token without a `projectId` concerns the user's own account. */
      readonly isForAccountToo?: true;
    }
  | { readonly kind: 'uploadKey' }
  /**
   * No credential: the body's `invitation` is a secret, which the use case checks. Each network has
   * so many calls a minute.
   */
  | { readonly kind: 'invitation' }
  /** A user's, if the call names no project. */
  | { readonly kind: 'accessToken'; readonly role: null }
  | MemberCredential;

/**
 * The access token of a member, with the least role in the project that the body's `projectId`
 * names.
 */
export interface MemberCredential {
  readonly kind: 'accessToken';
  readonly role: Role;
  /** The sufficient role if the body's `accountId` is the caller's own. */
  readonly ownRole?: Role;
  /** It can see deleted projects too, for their owners. */
  readonly reachesDeleted?: true;
  /**
   * Also for users who had the role when the project ended: the call itself finds them in the
   * receipt.
   */
  readonly outlivesProject?: true;
}

export interface Endpoint {
  readonly name: string;
  /** API Gateway's spelling, path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly credential: EndpointCredential;
  /** The function that runs it: its own, or the common one of calls with its credential. */
  readonly functionName: string;
  /** Callable from a browser on an allowed origin. */
  readonly hasCors?: true;
  /** A call is recorded, with its caller and its subject (docs/decisions/0018). */
  readonly isAudited?: true;
  /** Each caller has so many a minute (uploads.rate-limit, uploads.own-rate-limit). */
  readonly isRateLimited?: true;
  readonly request: JsonRequest | BytesRequest;
  readonly response: z.ZodMiniObject;
  readonly responseExample: Readonly<Record<string, unknown>>;
  /**
   * Its specific problems; every endpoint also has COMMON_PROBLEMS and those of its credential and
   * body.
   */
  readonly problems: readonly ProblemCode[];
}

/** The name and the path of a call; a parameter is the last part of the path. */
export function called<const Name extends string>(name: Name, parameter = '') {
  return { name, path: `/api/v1/${name}${parameter}` };
}

export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'method_not_allowed',
  'internal_error',
  'busy',
  'storage_full',
];
export const CREDENTIAL_PROBLEMS = {
  apiKey: ['missing_api_key', 'invalid_api_key', 'insufficient_scope', 'project_suspended'],
  uploadKey: ['invalid_upload_key', 'origin_not_allowed', 'project_suspended'],
  accessToken: ['missing_access_token', 'invalid_access_token'],
  invitation: ['rate_limited'],
} as const satisfies Record<Endpoint['credential']['kind'], readonly ProblemCode[]>;
export const BODY_PROBLEMS = {
  json: [
    'unsupported_media_type',
    'payload_too_large',
    'invalid_json',
    'validation_failed',
    'invalid_image_reference',
  ],
  bytes: ['unsupported_media_type', 'payload_too_large'],
} as const satisfies Record<Endpoint['request']['kind'], readonly ProblemCode[]>;

const ROLE_PROBLEMS: readonly ProblemCode[] = ['project_not_found', 'insufficient_role'];
/** The rights of a viewer continue in a suspended project. */
const CHANGING_PROBLEMS: readonly ProblemCode[] = ['project_suspended'];

/**
 * The least role that a user needs in the project that the call names; null if it names none,
 * undefined if users can't call it.
 */
export function roleOf({ credential }: Pick<Endpoint, 'credential'>): Role | null | undefined {
  return 'role' in credential ? credential.role : undefined;
}

function userProblems(endpoint: Endpoint): readonly ProblemCode[] {
  const isEither = endpoint.credential.kind === 'apiKey';
  const role = roleOf(endpoint);
  if (!role) return [];
  const problems = [...ROLE_PROBLEMS, ...(role === 'viewer' ? [] : CHANGING_PROBLEMS)];
  return isEither ? ['invalid_access_token', ...problems] : problems;
}

function bodyProblems({ request }: Endpoint): readonly ProblemCode[] {
  const all: readonly ProblemCode[] = BODY_PROBLEMS[request.kind];
  const hasReferences =
    request.kind === 'json' &&
    (request.references !== undefined || request.referenceLists !== undefined);
  return hasReferences ? all : all.filter((code) => code !== 'invalid_image_reference');
}

/** Every problem that a call can answer with, in no particular order, each once. */
export function problemsOf(endpoint: Endpoint): ProblemCode[] {
  return [
    ...new Set([
      ...COMMON_PROBLEMS,
      ...CREDENTIAL_PROBLEMS[endpoint.credential.kind],
      ...userProblems(endpoint),
      ...bodyProblems(endpoint),
      ...endpoint.problems,
    ]),
  ];
}
