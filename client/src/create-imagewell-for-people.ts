import { callMethods, type MethodsOf } from './call-methods.ts';
import { CALL_PATHS, PEOPLE_CALL_PATHS, type PeopleCalls } from './generated/calls.ts';
import type { ImagewellError } from './imagewell-error.ts';

export interface PeopleOptions {
  /** The API's address, its stage included. */
  readonly baseUrl: string;
  /** Of who signed in: the token, or what gives a living one; it is asked before each attempt. */
  readonly accessToken: string | (() => string | Promise<string>);
  /** For every call; each takes its own too. */
  readonly retries?: number;
}

/** A method for every call that an access token opens; each throws an ImagewellError where it is refused. */
export type ImagewellForPeople = MethodsOf<PeopleCalls>;

const isReading = (name: string) => /^(get|list|explain|export)[A-Z]/.test(name);

/** A call that makes something would make it twice: it goes again only where the service says that it did nothing. */
function mayRepeat(name: string, { status }: ImagewellError): boolean {
  return name in CALL_PATHS || isReading(name) || status === 429;
}

/** The calls of a signed-in user. Reads, and calls that accept an API key too, are retried; others only after 429. */
export function createImagewellForPeople(options: PeopleOptions): ImagewellForPeople {
  const { baseUrl, accessToken, retries } = options;
  const credential = async () => {
    const token = typeof accessToken === 'string' ? accessToken : await accessToken();
    return { Authorization: `Bearer ${token}` };
  };
  const calling = { baseUrl, retries, credential, mayRepeat };
  return callMethods<PeopleCalls>(PEOPLE_CALL_PATHS, calling);
}
