import type { Settings } from '../../lib/settings.ts';
import { failed, type Outcome, passed, warned } from '../checks/run-checks.ts';
import { countUsableKeys, readIssuer } from './read-issuer.ts';
import { checkOfSettings } from './setting-check.ts';

type Description = Awaited<ReturnType<typeof readIssuer>>;

/** The message of an error and of its cause, where fetch gives the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}

/** Differences between settings and the description, which has the present addresses. */
function findDifferences(settings: Settings, description: Description): string[] {
  const { tokenKeysUrl, tokenUserInfoUrl } = settings;
  const { jwks_uri: keys, userinfo_endpoint: userInfo } = description;
  const differs = (given: string | undefined, described: string | undefined) =>
    given !== undefined && described !== undefined && given !== described;
  return [
    ...(differs(tokenKeysUrl, keys)
      ? [`tokenKeysUrl is ${tokenKeysUrl}, and its jwks_uri is ${keys}.`]
      : []),
    ...(differs(tokenUserInfoUrl, userInfo)
      ? [`tokenUserInfoUrl is ${tokenUserInfoUrl}, and its userinfo_endpoint is ${userInfo}.`]
      : []),
    ...(tokenUserInfoUrl && userInfo === undefined
      ? ['It names no userinfo_endpoint, and tokenUserInfoUrl is set.']
      : []),
  ];
}

async function outcomeOf(settings: Settings, issuer: string): Promise<Outcome> {
  const description = await readIssuer(issuer).catch(reasonOf);
  if (typeof description === 'string') {
    return failed(`The discovery document of ${issuer} is not usable: ${description}.`);
  }
  const differences = findDifferences(settings, description);
  return differences.length > 0
    ? warned(differences.join(' '))
    : passed(`${issuer} describes itself with the addresses of the settings.`);
}

/** The issuer of access tokens. */
export const ISSUER_CHECKS = [
  checkOfSettings({
    name: 'token-issuer',
    title: 'The token issuer describes itself as the settings do',
    failureMeans:
      'Users could not sign in. Copy `tokenIssuer`, `tokenKeysUrl` and `tokenUserInfoUrl` from the discovery document of the issuer.',
    needs: ['settings'],
    otherwise: 'No tokenIssuer is set.',
    async run({ settings }) {
      const { tokenIssuer } = settings;
      return tokenIssuer ? outcomeOf(settings, tokenIssuer) : undefined;
    },
  }),
  checkOfSettings({
    name: 'token-keys',
    title: 'The token issuer publishes a key that the service accepts',
    failureMeans:
      'Every access token would be refused. Correct `tokenKeysUrl`, or let the issuer sign with RS256, PS256, ES256 or EdDSA.',
    needs: ['settings'],
    otherwise: 'No tokenKeysUrl is set.',
    async run({ settings: { tokenKeysUrl: url } }) {
      if (!url) return undefined;
      const usable = await countUsableKeys(url).catch(reasonOf);
      if (typeof usable === 'string') return failed(`${url} is not usable: ${usable}.`);
      return usable > 0
        ? passed('The keys can verify access tokens.', { usableKeys: usable })
        : failed(`${url} has no key that can verify access tokens.`);
    },
  }),
];
