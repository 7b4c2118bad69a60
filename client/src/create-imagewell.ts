import { callMethods, type MethodsOf } from './call-methods.ts';
import { CALL_PATHS, type Calls } from './generated/calls.ts';

export interface ImagewellOptions {
  /** The API's address, its stage included. */
  readonly baseUrl: string;
  /** `private_…`: for back ends alone. */
  readonly apiKey: string;
  /** For every call; each takes its own too. */
  readonly retries?: number;
}

/** A method for every call that an API key opens; each throws an ImagewellError where it is refused. */
export type Imagewell = MethodsOf<Calls>;

/** The service as a back end calls it. Every call may be sent twice, so all of them are retried. */
export function createImagewell({ baseUrl, apiKey, retries }: ImagewellOptions): Imagewell {
  const credential = async () => ({ 'X-API-Key': apiKey });
  return callMethods<Calls>(CALL_PATHS, { baseUrl, retries, credential, mayRepeat: () => true });
}
