import { callMethods, type MethodsOf } from './call-methods.ts';
import { CALL_NAMES, OPEN_CALL_NAMES, USER_CALL_NAMES, type UserCalls } from './generated/calls.ts';
import type { ImagewellError } from './imagewell-error.ts';

export interface UserOptions {
  /** The base URL of the API, with its stage. */
  readonly baseUrl: string;
  /** The access token of the user, or a function that returns a valid one before each attempt. */
  readonly accessToken: string | (() => string | Promise<string>);
  /** Default options of every call; each call also accepts its own. */
  readonly retries?: number;
}

/**
 * A method for every call with an access token or without a credential; each throws an
 * ImagewellError on failure.
 */
export type ImagewellForUsers = MethodsOf<UserCalls>;

const CALLED_BY_KEY = new Set<string>(CALL_NAMES);
const isReading = (name: string) => /^(get|list|explain|export)[A-Z]/.test(name);

/** A repeated create would create twice: it is retried only if the service did nothing. */
function mayRepeat(name: string, { status }: ImagewellError): boolean {
  return CALLED_BY_KEY.has(name) || isReading(name) || status === 429;
}

/**
 * The calls of a signed-in user, and those that need no sign-in. Reads, and calls that accept an
 * API key too, are retried; others only after 429.
 */
export function createImagewellForUsers(options: UserOptions): ImagewellForUsers {
  const { baseUrl, accessToken, retries } = options;
  const credential = async (name: string): Promise<Readonly<Record<string, string>>> => {
    if (OPEN_CALL_NAMES.includes(name)) return {};
    const token = typeof accessToken === 'string' ? accessToken : await accessToken();
    return { Authorization: `Bearer ${token}` };
  };
  const calling = { baseUrl, retries, credential, mayRepeat };
  return callMethods<UserCalls>(USER_CALL_NAMES, calling);
}
