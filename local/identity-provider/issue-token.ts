import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { importJWK, SignJWT } from 'jose';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { openSqliteSignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { CLI_CLIENT } from '../../core/accounts/cli-client.ts';
import { databasePath, signInPath } from '../data-folder/data-paths.ts';
import { LOCAL_AUDIENCE, LOCAL_ISSUER } from './issuer-profile.ts';
import { readSigningKey, SIGNING_ALGORITHM } from './signing-key.ts';
import { readEmail, signInUser } from './users.ts';

/** As long as one of the sign-in page's. */
export const TOKEN_SECONDS = 3_600;

async function signToken(key: ReturnType<typeof readSigningKey>, subject: string) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { client_id: CLI_CLIENT.clientId, auth_time: now, scope: 'openid email' };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: key.kid, typ: 'at+jwt' })
    .setIssuer(LOCAL_ISSUER)
    .setAudience(LOCAL_AUDIENCE)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(await importJWK(key, SIGNING_ALGORITHM));
}

/** An access token for the user that the sign-in page makes of this address; works offline. */
export async function issueToken(dataDir: string, address: string): Promise<string> {
  const email = readEmail(address);
  if (!email) throw new Error(`not an e-mail address: ${address}`);
  if (!existsSync(databasePath(dataDir))) {
    throw new Error(`${dataDir} has no project yet; run npx imagewell start first`);
  }
  const store = openSqliteSignInStore(signInPath(dataDir), createDiskReserve(dataDir));
  try {
    return await signToken(readSigningKey(store), signInUser(store, email).subject);
  } finally {
    store.close();
  }
}
