import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignInTickets } from '../../../../local/identity-provider/sign-in-tickets.ts';
import { sendRaw } from '../../../support/http/send-raw.ts';
import {
  askForTokens,
  authorizeUrl,
  createBrowser,
  type Discovered,
  discover,
  follow,
  makeVerifier,
  signInByPage,
} from '../../../support/identity/sign-in-by-page.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let discovered: Discovered;

beforeEach(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path);
  discovered = await discover(`${service.baseUrl}/oidc`);
});
afterEach(async () => {
  await service.stop();
  await folder.remove();
});

const ofOwnPage = (token?: string) => ({
  'Sec-Fetch-Site': 'same-origin',
  Origin: service.baseUrl,
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
});
const takeOver = (token?: string) =>
  sendRaw(service.baseUrl, '/console/take-over', { method: 'POST', headers: ofOwnPage(token) });
const readOffer = (headers: Readonly<Record<string, string>> = ofOwnPage()) =>
  sendRaw(service.baseUrl, '/console/take-over', { headers });

/** Signs in with a ticket, as the console does after the click; undefined where a page asks. */
async function signInWith(ticket: string): Promise<string | undefined> {
  const { verifier, challenge } = makeVerifier();
  const browser = createBrowser();
  const hinted = { prompt: 'login', login_hint: ticket };
  const page = await follow(browser, authorizeUrl(discovered, challenge, hinted));
  const next = await follow(browser, (await browser(page)).next || page);
  const code = new URL(next).searchParams.get('code');
  if (code === null) return undefined;
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  return (await askForTokens(discovered, grant)).json.access_token;
}

async function listProjects(token: string | undefined) {
  const response = await fetch(`${service.baseUrl}/api/v1/list-projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  const { projects } = (await response.json()) as any;
  return projects.map(({ projectId, role }: { projectId: string; role: string }) => [
    projectId,
    role,
  ]);
}

describe('the take-over of the local project with one click', () => {
  it('makes the browser of the click its owner, without an e-mail address or a second project (local.take-over)', async () => {
    expect((await readOffer()).json).toMatchObject({
      offer: 'one-click',
      project: { name: 'default', plan: { name: 'free', maxImages: 50 } },
    });
    const made = await takeOver();
    expect([made.status, made.json]).toEqual([
      200,
      { projectId: service.projectId, role: 'owner', ticket: expect.any(String) },
    ]);
    const token = await signInWith(made.json.ticket);
    expect(await listProjects(token)).toEqual([[service.projectId, 'owner']]);
    expect((await readOffer()).json).toEqual({ offer: 'none' });
  });

  it('is gone once the project has an owner, for every other browser (local.take-over)', async () => {
    await takeOver();
    const { tokens } = await signInByPage(discovered.issuer, 'mallory@example.com');
    const before = await listProjects(tokens.access_token);
    for (const token of [undefined, tokens.access_token]) {
      const refused = await takeOver(token);
      expect([refused.status, refused.json.code]).toEqual([404, 'route_not_found']);
      expect(refused.json.detail).toMatch(/has an owner/);
    }
    expect(await listProjects(tokens.access_token)).toEqual(before);
  });

  it('makes an invited viewer no owner (local.take-over)', async () => {
    const owner = await signInWith((await takeOver()).json.ticket);
    const call = async (token: string | undefined, name: string, body: object) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${service.baseUrl}/api/v1/${name}`, init);
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
      return (await response.json()) as any;
    };
    const { projectId } = service;
    const email = 'vera@example.com';
    const invited = await call(owner, 'invite-member', { projectId, email, role: 'viewer' });
    const { tokens } = await signInByPage(discovered.issuer, email);
    await call(tokens.access_token, 'accept-invitation', { invitation: invited.invitation });
    expect((await takeOver(tokens.access_token)).status).toBe(404);
    expect(await listProjects(tokens.access_token)).toContainEqual([projectId, 'viewer']);
  });

  it('gives the project to one of eight clicks at the same time (local.take-over)', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => takeOver()));
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  it('leaves a user who signed in before no empty project beside it (local.take-over)', async () => {
    const { tokens } = await signInByPage(discovered.issuer, 'ann@example.com');
    expect(await listProjects(tokens.access_token)).toHaveLength(1);
    expect((await takeOver(tokens.access_token)).json).toEqual({
      projectId: service.projectId,
      role: 'owner',
    });
    expect(await listProjects(tokens.access_token)).toEqual([[service.projectId, 'owner']]);
  });

  it('keeps a project that its user has used (local.take-over)', async () => {
    const { tokens } = await signInByPage(discovered.issuer, 'ann@example.com');
    const [[own]] = await listProjects(tokens.access_token);
    const made = await fetch(`${service.baseUrl}/api/v1/create-api-key`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tokens.access_token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ projectId: own, name: 'mine' }),
    });
    expect(made.ok).toBe(true);
    await takeOver(tokens.access_token);
    const kept = await listProjects(tokens.access_token);
    expect(kept).toHaveLength(2);
    expect(kept).toContainEqual([own, 'owner']);
  });

  it('can be handed on by the operator, beside who has it; repeating changes nothing (local.take-over)', async () => {
    const owner = await signInWith((await takeOver()).json.ticket);
    const run = promisify(execFile);
    const command = [TESTED_COMMAND, 'admin', 'hand-over', 'ann@example.com'];
    for (const _ of [1, 2]) {
      const { stdout } = await run(process.execPath, [...command, '--data', folder.path]);
      expect(stdout).toContain(`ann@example.com is an owner of ${service.projectId}`);
    }
    const { tokens } = await signInByPage(discovered.issuer, 'ann@example.com');
    for (const token of [owner, tokens.access_token]) {
      expect(await listProjects(token)).toEqual([[service.projectId, 'owner']]);
    }
  });

  it('lets its owner in again from the sign-in page, and makes no owner of who types the address (local.take-over)', async () => {
    const browser = createBrowser();
    const { challenge } = makeVerifier();
    const page = await follow(browser, authorizeUrl(discovered, challenge));
    const typed = new URLSearchParams({ email: 'owner@localhost' });
    expect((await browser(page, { method: 'POST', body: typed })).status).toBe(400);
    await takeOver();
    expect((await browser(page)).text).toContain('value="owner@localhost"');
    const { tokens } = await signInByPage(discovered.issuer, 'owner@localhost');
    expect(await listProjects(tokens.access_token)).toEqual([[service.projectId, 'owner']]);
  });

  it('ends by the operator’s command, and a sign-in in the same second counts (local.sign-in)', async () => {
    const statusWith = async (token: string | undefined) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: '{}' };
      return (await fetch(`${service.baseUrl}/api/v1/list-projects`, init)).status;
    };
    const run = promisify(execFile);
    const end = (...emails: string[]) => {
      const command = [TESTED_COMMAND, 'admin', 'end-sessions', ...emails];
      return run(process.execPath, [...command, '--data', folder.path]);
    };
    const owner = await signInWith((await takeOver()).json.ticket);
    const ann = await signInByPage(discovered.issuer, 'ann@example.com');
    await end('ann@example.com');
    expect(await statusWith(ann.tokens.access_token)).toBe(401);
    expect(await statusWith(owner)).toBe(200);
    for (const emails of [['owner@localhost'], []]) {
      const { tokens } = await signInByPage(discovered.issuer, 'owner@localhost');
      expect(await statusWith(tokens.access_token)).toBe(200);
      expect((await end(...emails)).stdout).toContain('has ended.');
      expect(await statusWith(tokens.access_token)).toBe(401);
      const again = await signInByPage(discovered.issuer, 'owner@localhost');
      expect(await statusWith(again.tokens.access_token)).toBe(200);
    }
    await expect(end('nobody@example.com')).rejects.toThrow(/No account has the address/);
  });

  it('offers nothing to a request that no page of the service sent (local.take-over)', async () => {
    const refused = [{}, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }];
    const passedOn = { ...ofOwnPage(), 'X-Forwarded-For': '203.0.113.7' };
    for (const headers of [...refused, passedOn, { ...ofOwnPage(), Host: 'evil.example' }]) {
      expect((await readOffer(headers)).json?.offer, JSON.stringify(headers)).toBeUndefined();
    }
  });

  it('signs in with a ticket a single time; any other text leads to the page (local.take-over)', async () => {
    const { ticket } = (await takeOver()).json;
    expect(await signInWith(ticket)).toBeDefined();
    for (const text of [ticket, '', 'x', 'owner@localhost']) {
      expect(await signInWith(text), text).toBeUndefined();
    }
  });
});

describe('a ticket', () => {
  it('ends after a minute, and the oldest of more than sixteen is dropped (local.take-over)', () => {
    let now = 0;
    const tickets = createSignInTickets(() => now);
    const [first, ...rest] = Array.from({ length: 17 }, (_, at) => tickets.issue(`usr_${at}`));
    expect(tickets.take(first ?? '')).toBeUndefined();
    expect(tickets.take(rest[0] ?? '')).toBe('usr_1');
    now = 59_999;
    expect(tickets.take(rest[1] ?? '')).toBe('usr_2');
    now = 60_000;
    expect(tickets.take(rest[2] ?? '')).toBeUndefined();
  });
});
