import { createHash, randomUUID } from 'node:crypto';

/** The client that users sign in for. */
export interface CodeFlowOptions {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** The content of a response of the token endpoint. */
export interface Grant {
  readonly email: string;
  /** Of the request that led to it; absent where tokens are renewed. */
  readonly nonce: string | undefined;
}

/** An answer of a page or of the token endpoint. */
export interface FlowAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head>
<body><main><h1>Sign in</h1><form method="post">
<label for="email">E-mail address</label> <input id="email" name="email" type="email" required>
<button type="submit">Sign in</button></form></main></body></html>`;

const SESSION = /(?:^|;\s*)test-session=([^;]+)/;

const page = (status: number, body: string): FlowAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  body,
});

/**
 * The authorization code flow of an issuer for tests, with PKCE (RFC 7636). An address alone signs
 * a user in, and the browser's session is a cookie.
 */
export function createCodeFlow({ clientId, redirectUri }: CodeFlowOptions) {
  const codes = new Map<string, Grant & { readonly challenge: string }>();
  const refreshTokens = new Map<string, string>();

  const sendBack = (query: URLSearchParams, fields: Readonly<Record<string, string>>) => {
    const target = new URL(redirectUri);
    const all = { ...fields, state: query.get('state') ?? '' };
    for (const [name, value] of Object.entries(all)) target.searchParams.set(name, value);
    return {
      status: 303,
      headers: { Location: target.href, 'Cache-Control': 'no-store' },
      body: '',
    };
  };

  const sendCode = (query: URLSearchParams, email: string): FlowAnswer => {
    const code = randomUUID();
    const challenge = query.get('code_challenge') ?? '';
    codes.set(code, { email, nonce: query.get('nonce') ?? undefined, challenge });
    return sendBack(query, { code });
  };

  const takeCode = (form: URLSearchParams): Grant | undefined => {
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isSame = form.get('redirect_uri') === redirectUri && grant?.challenge === proof;
    return isSame ? grant : undefined;
  };

  const takeRefreshToken = (form: URLSearchParams): Grant | undefined => {
    const token = form.get('refresh_token') ?? '';
    const email = refreshTokens.get(token);
    refreshTokens.delete(token);
    return email === undefined ? undefined : { email, nonce: undefined };
  };

  return {
    /** Answers the authorization endpoint; a body is a form that the page sent. */
    authorize(query: URLSearchParams, cookie: string, body?: string): FlowAnswer {
      const isOwn =
        query.get('client_id') === clientId && query.get('redirect_uri') === redirectUri;
      const isCode = query.get('response_type') === 'code';
      if (!isOwn || !isCode || query.get('code_challenge_method') !== 'S256') {
        return page(400, 'unknown client, redirect URI, response type or challenge method');
      }
      const typed = body === undefined ? null : new URLSearchParams(body).get('email');
      if (typed) {
        const answer = sendCode(query, typed);
        const session = `test-session=${encodeURIComponent(typed)}; HttpOnly; SameSite=Lax`;
        return { ...answer, headers: { ...answer.headers, 'Set-Cookie': session } };
      }
      const known = SESSION.exec(cookie)?.[1];
      const prompt = query.get('prompt');
      if (known && prompt !== 'login') return sendCode(query, decodeURIComponent(known));
      if (prompt === 'none') return sendBack(query, { error: 'login_required' });
      return page(200, PAGE);
    },

    /** Takes the grant of a request to the token endpoint; undefined if it is refused. */
    redeem(form: URLSearchParams): Grant | undefined {
      if (form.get('client_id') !== clientId) return undefined;
      const isCode = form.get('grant_type') === 'authorization_code';
      return isCode ? takeCode(form) : takeRefreshToken(form);
    },

    createRefreshToken(email: string): string {
      const token = randomUUID();
      refreshTokens.set(token, email);
      return token;
    },
  };
}
