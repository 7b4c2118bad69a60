import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../service/start-service.ts';

/** A client of a foreign issuer: public, with PKCE. */
export interface ForeignClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly signedOutUris?: readonly string[];
}

export interface ForeignIssuerOptions {
  readonly clients: readonly ForeignClient[];
  /** Of access tokens; read for each. */
  audience(): string;
  /** The origins whose pages may ask for tokens. */
  origins?(): readonly string[];
  /** The life of access tokens. */
  readonly seconds?: number;
}

/** An issuer of another origin: oidc-provider with its own pages, which sign anybody in. */
export interface ForeignIssuer {
  readonly url: string;
  /** Each request so far: its method and path, and the grant of a request for tokens. */
  readonly requested: readonly string[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

const clientOf = ({ clientId, redirectUris, signedOutUris = [] }: ForeignClient) => ({
  client_id: clientId,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: signedOutUris,
  token_endpoint_auth_method: 'none',
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
});

function createProvider(url: string, options: ForeignIssuerOptions): Provider {
  const { clients, audience, origins = () => [], seconds = 3_600 } = options;
  return new Provider(url, {
    clients: clients.map(clientOf),
    clientBasedCORS: (_: unknown, origin: string) => origins().includes(origin),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, email: sub, email_verified: true }),
    }),
    features: {
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => 'urn:images',
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: '',
          audience: audience(),
          accessTokenTTL: seconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

/** Makes one at its own address, where nothing listens before `start`. */
export async function makeForeignIssuer(options: ForeignIssuerOptions): Promise<ForeignIssuer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = createProvider(url, options);
  const requested: string[] = [];
  provider.on('grant.success', ({ oidc }) => requested.push(`grant ${oidc.params.grant_type}`));
  const note = ({ method, url: path = '' }: IncomingMessage) =>
    requested.push(`${method} ${path.split('?', 1)[0]}`);
  let server: Server | undefined;
  return {
    url,
    requested,
    start: () =>
      new Promise((done) => {
        server = createServer((request, response) => {
          note(request);
          void provider.callback()(request, response);
        });
        server.listen(port, 'localhost', done);
      }),
    stop: () =>
      new Promise((done) => {
        server?.closeAllConnections();
        if (server) server.close(() => done());
        else done();
      }),
  };
}

/** Starts one. */
export async function startForeignIssuer(options: ForeignIssuerOptions): Promise<ForeignIssuer> {
  const issuer = await makeForeignIssuer(options);
  await issuer.start();
  return issuer;
}
