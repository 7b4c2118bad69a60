/** The only file that makes the client, by which the console calls the service. */
import { createImagewellForUsers, ImagewellError, type ImagewellForUsers } from 'imagewell-client';
import { endSession, readAccessToken } from './session/session.ts';
import { readSettings } from './settings.ts';

/** Every call with the access token of who is signed in; each throws an ImagewellError. */
export type Imagewell = ImagewellForUsers;

/** The base URL of the API. */
export const apiBaseUrl = () => readSettings().apiUrl || location.origin;

/** The access token of the signed-in user; throws an ImagewellError if none is signed in. */
export async function accessToken(): Promise<string> {
  const token = await readAccessToken();
  if (token !== undefined) return token;
  const detail = 'Your session has ended.';
  throw new ImagewellError({ code: 'missing_access_token', status: 401, detail });
}

let made: Imagewell | undefined;

/** The client; a call that is refused for its token ends the session. */
export function imagewell(): Imagewell {
  made ??= new Proxy(createImagewellForUsers({ baseUrl: apiBaseUrl(), accessToken }), {
    get: (calls, name: keyof Imagewell) => async (request: never, options: never) => {
      try {
        return await calls[name](request, options);
      } catch (error) {
        if (error instanceof ImagewellError && error.status === 401) endSession();
        throw error;
      }
    },
  });
  return made;
}
