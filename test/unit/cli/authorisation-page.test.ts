import { describe, expect, it } from 'vitest';
import { signInByBrowser } from '../../../cli/sign-in/sign-in-by-browser.ts';
import { CLI_CLIENT } from '../../../core/accounts/cli-client.ts';

/**
 * Begins a sign-in at an issuer that names this page; the pages that were opened, and how it ended.
 */
async function beginAt(authorization_endpoint: string) {
  const visited: string[] = [];
  const server = { issuer: 'http://127.0.0.1:1', authorization_endpoint };
  const options = () => ({ signal: AbortSignal.timeout(1_000) }) as never;
  const ended = await signInByBrowser({
    issuer: { server, client: { client_id: 'c' }, options },
    signInClient: { ...CLI_CLIENT },
    email: undefined,
    isAgain: false,
    visit: (address) => {
      visited.push(address);
      throw new Error('opened');
    },
  }).catch((error: Error) => error);
  return { visited, message: (ended as Error).message };
}

describe('the page where users sign in', () => {
  it.each([
    'file:///etc/passwd',
    'http://issuer.example/auth',
    'http://127.0.0.1.example/auth',
    'javascript:alert(1)',
    'vscode://x/y',
    'ftp://issuer.example/',
    'no address',
    'http://[::2]/auth',
  ])('is not opened where the issuer names %s', async (page) => {
    const { visited, message } = await beginAt(page);
    expect(visited).toEqual([]);
    expect(message).toContain('no sign-in page with https');
  });

  it.each([
    'https://issuer.example/auth',
    'http://127.0.0.1:8080/oidc/auth',
    'http://localhost:8080/oidc/auth',
    'http://[::1]:8080/oidc/auth',
  ])('is opened where the issuer names %s', async (page) => {
    const { visited } = await beginAt(page);
    expect(visited.map((entry) => entry.split('?')[0])).toEqual([page]);
  });
});
