import type { Plugin } from 'vite';

/**
 * Expressions of oauth4webapi whose value is the same for each of the console's calls, with that
 * value. The console passes an issuer, a client ID and two options: `allowInsecureRequests` and
 * `signal`. It has no DPoP, no mutual TLS, no encrypted tokens and no clock of another machine. All
 * checks of the issuer, the state, the nonce and the ID token stay.
 */
const CONSTANTS: readonly (readonly [expression: string, value: string])[] = [
  ['options?.DPoP', 'undefined'],
  ['client.use_mtls_endpoint_aliases', 'undefined'],
  ['useMtlsAlias &&', 'false &&'],
  ['useMtlsAlias ?', 'false ?'],
  ['options?.[jweDecrypt]', 'undefined'],
  ['options[jweDecrypt]', 'undefined'],
  ['options?.[customFetch] || fetch', 'fetch'],
  ['options?.additionalParameters', 'undefined'],
  ['options?.headers', 'undefined'],
  ['options?.recognizedTokenTypes', 'undefined'],
  ['options.recognizedTokenTypes', 'undefined'],
  ['options?.algorithm', 'undefined'],
  ['options?.requireIdToken', 'true'],
  ["typeof options?.expectedNonce === 'string'", 'true'],
  ['options.maxAge', 'undefined'],
  ['maxAge = resolveIdTokenMaxAge(client, maxAge);', 'maxAge = skipAuthTimeCheck;'],
  ['validateIdTokenAuthTime(client, claims, maxAge);', ''],
  ['client?.[clockSkew]', 'undefined'],
  ['client?.[clockTolerance]', 'undefined'],
  ['client.id_token_signed_response_alg', 'undefined'],
  ['client.require_auth_time', 'undefined'],
  ['client.default_max_age', 'undefined'],
  ['as[_expectedIssuer]?.(result) ?? as.issuer', 'as.issuer'],
  // the types of TypeScript hold these arguments
  ['assertAs(as);', ''],
  ['assertClient(client);', ''],
  ['looseInstanceOf(response, Response)', 'true'],
  ['looseInstanceOf(input, Headers)', 'false'],
  // newer browsers have the first of two ways to the same result; the older ones need the second
  [
    "typeof navigator === 'undefined' || !navigator.userAgent?.startsWith?.('Mozilla/5.0 ')",
    'false',
  ],
  ['if (Uint8Array.prototype.toBase64)', 'if (false)'],
  ['if (Uint8Array.fromBase64)', 'if (false)'],
  ['const URLParse = URL.parse', 'const URLParse = false'],
  ['assertReadableResponse(response);', ''],
  // for other calls of the library, and for the stack of V8
  ['jwtRefs.set(response, jwt);', ''],
  ['Error.captureStackTrace?.(this, this.constructor);', ''],
  // a refused request is an error by its body too, which names the reason
  ['checkAuthenticationChallenges(response);', ''],
];

/** Folds them, so that the minifier drops the branches behind. Throws if a version lacks one. */
export const foldOauth: Plugin = {
  name: 'fold-oauth',
  transform(code, id) {
    if (!id.includes('oauth4webapi/build/index.js')) return undefined;
    return CONSTANTS.reduce((text, [expression, value]) => {
      if (!text.includes(expression)) throw new Error(`oauth4webapi has no ${expression}`);
      return text.replaceAll(expression, value);
    }, code);
  },
};
