import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI_CLIENT } from '../../../core/accounts/cli-client.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { commandHere } from './support/command-here.ts';
import { browserOf } from './support/command-line.ts';

const ANN = 'ann@example.com';
let data: Awaited<ReturnType<typeof makeDataFolder>>;
let config: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let run: ReturnType<typeof commandHere>;
const file = () => join(config.path, 'imagewell/sign-ins.json');
const saved = async () => JSON.parse(await readFile(file(), 'utf8'));
const logIn = (...more: string[]) =>
  run(['login', '--url', service.baseUrl, ...more], { IMAGEWELL_BROWSER: browserOf(ANN) });

async function change(members: object): Promise<void> {
  const now = await saved();
  const [[baseUrl, signIn]] = Object.entries<object>(now.services) as [[string, object]];
  const services = { [baseUrl]: { ...signIn, ...members } };
  await writeFile(file(), JSON.stringify({ ...now, services }));
}

beforeAll(async () => {
  [data, config] = [await makeDataFolder(), await makeDataFolder()];
  service = await startService(data.path);
  run = commandHere(config.path);
});
afterAll(async () => {
  await service.stop();
  await data.remove();
  await config.remove();
});

describe('a user who has not signed in', () => {
  it('gets an error that the service is missing, and how to name it', async () => {
    const { code, stderr } = await run(['projects', 'list']);
    expect(code).toBe(2);
    expect(stderr).toContain('No service is selected.');
    expect(stderr).toContain('imagewell login --url URL');
  });

  it('gets an error that asks for a sign-in', async () => {
    const { code, stderr } = await run(['projects', 'list', '--url', service.baseUrl]);
    expect(code).toBe(3);
    expect(stderr).toContain(`imagewell login --url ${service.baseUrl}`);
  });

  it('is pointed to --email where the data folder is at hand', async () => {
    const { code, stderr } = await run(['projects', 'list', '--data', data.path]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('--email ADDRESS')]);
  });

  it('must name the issuer of a service on another machine', async () => {
    const { code, stderr } = await run(['login', '--url', 'https://api.example.com/prod']);
    expect(code).toBe(2);
    expect(stderr).toContain('--issuer');
  });

  it.each([
    'http://api.example.com',
    'ftp://api.example.com',
    'https://me:secret@api.example.com',
    'api.example.com',
  ])('sends no key and no token to %s', async (url) => {
    const { code } = await run(['images', 'list', '--url', url], {
      IMAGEWELL_API_KEY: 'private_x',
    });
    expect(code).toBe(2);
  });
});

describe('signing in', () => {
  it('goes through the browser, with a state and PKCE, and is remembered for this service', async () => {
    const { code, stdout, stderr } = await logIn();
    expect([code, stdout]).toEqual([0, `Signed in to ${service.baseUrl} as ${ANN}.\n`]);
    const address = new URL(/http:\S+/.exec(stderr)?.[0] ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: CLI_CLIENT.clientId,
      state: expect.stringMatching(/.{40}/),
      code_challenge: expect.stringMatching(/.{40}/),
    });
    const { code: listed, lines } = await run(['projects', 'list', '--json']);
    expect(listed).toBe(0);
    expect(lines).toMatchObject([{ name: 'default', role: 'owner' }]);
    expect((await run(['whoami', '--json'])).json).toMatchObject({
      email: ANN,
      baseUrl: service.baseUrl,
      plan: { name: 'free' },
      projects: { memberOf: 1, owned: 1 },
    });
    expect((await run(['whoami'])).stdout).toMatch(/projects +1, 1 of them yours/);
  });

  it('keeps the tokens readable to its user alone, and shows them nowhere', async () => {
    const { stdout, stderr } = await logIn('--json');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(config.path, 'imagewell'))).mode & 0o777).toBe(0o700);
    const [signIn] = Object.values<Record<string, string>>((await saved()).services);
    for (const token of [signIn?.accessToken, signIn?.refreshToken]) {
      expect(token).toMatch(/.{20}/);
      expect(stdout + stderr).not.toContain(token);
    }
  });

  it('takes the next of the three ports where one is taken, also on IPv6 alone', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(CLI_CLIENT.ports[0], '::1', done));
    const { code, stderr } = await logIn().finally(() => taken.close());
    expect(code).toBe(0);
    expect(stderr).toContain(
      encodeURIComponent(`http://localhost:${CLI_CLIENT.ports[1]}/callback`),
    );
  });

  it('still waits after a callback with another state, and ends if the issuer refuses', async () => {
    const [port] = CLI_CLIENT.ports;
    const back = (query: string) => fetch(`http://localhost:${port}/callback?${query}`);
    const script = join(config.path, 'poke.mjs');
    await writeFile(
      script,
      `const { searchParams } = new URL(process.argv[2]);
       const back = new URL(searchParams.get('redirect_uri'));
       back.search = new URLSearchParams({ code: 'stolen', state: 'another' });
       console.log((await fetch(back)).status);
       back.search = new URLSearchParams({ error: 'access_denied', error_description: 'not today', state: searchParams.get('state'), iss: '${service.baseUrl}/oidc' });
       await fetch(back);`,
    );
    await chmod(script, 0o600);
    const { code, stderr } = await run(['login', '--url', service.baseUrl], {
      IMAGEWELL_BROWSER: `${process.execPath} ${script}`,
    });
    expect(code).toBe(3);
    expect(stderr).toContain('You are not signed in: not today.');
    await expect(back('code=x')).rejects.toThrow(); // nobody listens any more
  });

  it('goes to another issuer where one is named, and the next time without naming it', async () => {
    const elsewhere = await makeDataFolder();
    const other = await startService(elsewhere.path);
    try {
      const named = ['--issuer', `${other.baseUrl}/oidc`, '--client-id', CLI_CLIENT.clientId];
      for (const more of [named, []]) {
        const { code, stderr } = await logIn(...more);
        expect(code).toBe(0);
        expect(stderr).toContain(`${other.baseUrl}/oidc/auth?`);
      }
    } finally {
      await run(['logout', '--url', service.baseUrl]);
      await other.stop();
      await elsewhere.remove();
    }
  });

  it('trusts no issuer whose name differs from its address', async () => {
    const alias = service.baseUrl.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await logIn('--issuer', `${alias}/oidc`);
    expect(code).toBe(1);
    expect(stderr).toContain('The discovery document of');
  });

  it('requests the credentials from the issuer again on demand', async () => {
    const { code, stderr } = await logIn('--again', '--email', ANN);
    expect(code).toBe(0);
    expect(stderr).toContain('prompt=login');
    expect(stderr).toContain(`login_hint=${encodeURIComponent(ANN)}`);
  });
});

describe('a sign-in', () => {
  it('is renewed once for several concurrent commands when its token has ended', async () => {
    await logIn();
    const [before] = Object.values<Record<string, string>>((await saved()).services);
    await change({ expiresAt: 0, accessToken: 'ended' });
    const ended = await Promise.all(Array.from({ length: 4 }, () => run(['projects', 'list'])));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, '']));
    const [after] = Object.values<Record<string, string>>((await saved()).services);
    expect(after?.accessToken).toMatch(/^ey/);
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is removed if the issuer renews it no more, and its user must sign in', async () => {
    await logIn();
    await change({ expiresAt: 0, refreshToken: 'unknown' });
    const { code, stderr } = await run(['projects', 'list', '--url', service.baseUrl]);
    expect(code).toBe(3);
    expect(stderr).toContain('Your sign-in has expired');
    expect((await saved()).services).toEqual({});
  });

  it('ends here and at the issuer by logout', async () => {
    await logIn();
    const [{ refreshToken }] = Object.values((await saved()).services) as [Record<string, string>];
    const { code, json } = await run(['logout', '--json']);
    expect([code, json]).toEqual([
      0,
      { baseUrl: service.baseUrl, wasSignedIn: true, isRevoked: true },
    ]);
    expect(await readFile(file(), 'utf8')).not.toContain(refreshToken);
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: CLI_CLIENT.clientId,
      refresh_token: refreshToken ?? '',
    });
    const response = await fetch(`${service.baseUrl}/oidc/token`, { method: 'POST', body });
    expect(response.status).toBe(400);
  });

  it('keeps the project that its user chose', async () => {
    await logIn();
    const { json } = await run(['projects', 'use', 'default', '--json']);
    await logIn();
    const [signIn] = Object.values<Record<string, string>>((await saved()).services);
    expect(signIn?.projectId).toBe(json.projectId);
  });

  it('an own token is used as it is, and its refusal is reported (errors.unauthorized, accounts.access-tokens)', async () => {
    const env = { IMAGEWELL_TOKEN: 'x.y.z', IMAGEWELL_URL: service.baseUrl };
    const { code, stderr } = await run(['projects', 'list'], env);
    expect(code).toBe(3);
    expect(stderr).toContain('invalid_access_token');
    expect(stderr).toContain('imagewell login');
  });

  it('keys of a data folder go to no other address', async () => {
    const { code, stderr } = await run([
      'images',
      'list',
      '--data',
      data.path,
      '--url',
      'https://x.example',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--data');
  });

  it('an issuer that does not answer is tried again later', async () => {
    const { code } = await run(['login', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(6);
  });

  it('of a local service can do without: --data and --email', async () => {
    const local = ['--data', data.path, '--email', 'bob@example.com'];
    const { code, lines } = await run(['projects', 'list', '--json', ...local]);
    expect([code, lines.length]).toEqual([0, 1]);
  });
});
