import { callMethods, type MethodsOf } from './call-methods.ts';
import { CALL_NAMES, type Calls } from './generated/calls.ts';

export interface ImagewellOptions {
  /** The base URL of the API, with its stage. */
  readonly baseUrl: string;
  /** `private_…`: only for back ends, never for pages. */
  readonly apiKey: string;
  /** Default options of every call; each call also accepts its own. */
  readonly retries?: number;
}

/** A method for every call with an API key; each throws an ImagewellError on failure. */
export type Imagewell = MethodsOf<Calls>;

/** The calls of a back end. Every one is idempotent, so all of them are retried. */
export function createImagewell({ baseUrl, apiKey, retries }: ImagewellOptions): Imagewell {
  const credential = async () => ({ 'X-API-Key': apiKey });
  return callMethods<Calls>(CALL_NAMES, { baseUrl, retries, credential, mayRepeat: () => true });
}
