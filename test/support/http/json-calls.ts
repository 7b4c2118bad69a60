import type { Endpoint, JsonRequest } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import type { ReferenceKind } from '../../../core/api/fields.ts';
import type { Scope } from '../../../core/projects/credentials.ts';

/** The field by which a call names the image that it is about. */
export interface ReferenceField {
  readonly name: string;
  readonly kind: ReferenceKind;
}

/** A call with an API key and a JSON body, as THE table has it. */
export interface JsonCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly scope: Scope;
  readonly request: JsonRequest;
  /** The reference in the table's example; undefined if a call is about no image. */
  readonly reference: ReferenceField | undefined;
}

function referenceOf({ references = {}, example }: JsonRequest): ReferenceField | undefined {
  const [name, kind] = Object.entries(references).find(([field]) => field in example) ?? [];
  return name && kind ? { name, kind } : undefined;
}

/** Every such call: a rule for all of them is tested for the next call automatically. */
export const JSON_CALLS: readonly JsonCall[] = Object.values(ENDPOINTS).flatMap(
  (endpoint: Endpoint) => {
    const { name, credential, request } = endpoint;
    if (credential.kind !== 'apiKey' || request.kind !== 'json') return [];
    const { scope } = credential;
    return [{ name, endpoint, scope, request, reference: referenceOf(request) }];
  },
);

/** The example's body about another image; its other references are IDs, which need no host. */
export function referencing(
  { example, references = {} }: JsonRequest,
  { name }: ReferenceField,
  sent: string,
): Record<string, unknown> {
  const named = Object.keys(references).filter((field) => field in example);
  const ids = named.map((field) => [field, /\w{3}_\w{26}/.exec(String(example[field]))?.[0]]);
  return { ...example, ...Object.fromEntries(ids), [name]: sent };
}
