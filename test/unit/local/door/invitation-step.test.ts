import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_CLIENT } from '../../../../core/accounts/console-client.ts';
import {
  type DoorService,
  setUpByPassword,
  startDoor,
  typePassword,
} from '../../../support/identity/door-service.ts';
import {
  askForTokens,
  authorizeUrl,
  createBrowser,
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

const MIRA = 'mira@workshop.example';
const PASSWORD = 'correct horse battery';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
type Json = any;

/** Calls a service, without a token where none is given; throws if it is refused. */
async function must(baseUrl: string, name: string, body: object, token?: string): Promise<Json> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}/api/v1/${name}`, init);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Opens the sign-in page as the console does, for an invitation or none. */
async function openPage(baseUrl: string, invitation: string | undefined) {
  const browser = createBrowser();
  const discovered = await discover(`${baseUrl}/oidc`);
  const { verifier, challenge } = makeVerifier();
  const page = await follow(
    browser,
    authorizeUrl(discovered, challenge, {
      client_id: CONSOLE_CLIENT.clientId,
      redirect_uri: baseUrl + CONSOLE_CLIENT.redirectPath,
      prompt: 'login',
      invitation,
    }),
  );
  return { browser, discovered, verifier, page, text: (await browser(page)).text };
}

/** Invites to a user's first project, under a name that is no HTML. */
async function invite(baseUrl: string, token: string) {
  const { projects } = await must(baseUrl, 'list-projects', {}, token);
  const [{ projectId }] = projects;
  await must(baseUrl, 'update-project', { projectId, name: 'Shop <photos>' }, token);
  const body = { projectId, email: 'ben@example.com', role: 'viewer' };
  return { projectId, ...(await must(baseUrl, 'invite-member', body, token)) };
}

const PLACE = 'You are back at the invitation to Shop &lt;photos&gt;. You accept it there.';

describe('the sign-in page of a public machine', () => {
  let door: DoorService;
  beforeAll(async () => {
    door = await startDoor();
    await setUpByPassword(door, MIRA, PASSWORD);
  });
  afterAll(() => door.close());

  it('says the project that an invitation is to, while it is open; the inviter has a name (local.sign-in)', async () => {
    const { baseUrl } = door;
    const { browser, discovered, verifier, page } = await openPage(baseUrl, undefined);
    const { next } = await typePassword(baseUrl, browser, page, MIRA, PASSWORD);
    const code = new URL(await follow(browser, next)).searchParams.get('code') ?? '';
    const { json: tokens } = await askForTokens(discovered, {
      grant_type: 'authorization_code',
      client_id: CONSOLE_CLIENT.clientId,
      redirect_uri: baseUrl + CONSOLE_CLIENT.redirectPath,
      code,
      code_verifier: verifier,
    });
    const token = tokens.access_token ?? '';
    const { projectId, invitationId, invitation } = await invite(baseUrl, token);
    expect(await must(baseUrl, 'get-invitation', { invitation })).toMatchObject({
      projectName: 'Shop <photos>',
      inviterName: 'Mira', // as the set-up asked for it
      inviterRole: 'owner',
    });
    const opened = await openPage(baseUrl, invitationId);
    expect(opened.text).toContain(PLACE);
    const tried = await typePassword(baseUrl, opened.browser, opened.page, 'x@y.zz', 'wrong');
    expect(tried.text).toContain('You are not signed in.');
    expect(tried.text).toContain(PLACE);
    for (const other of [undefined, `ivt_${'q'.repeat(26)}`, invitation, 'x'.repeat(5_000)]) {
      expect((await openPage(baseUrl, other)).text).not.toContain('What happens next.');
    }
    await must(baseUrl, 'revoke-invitation', { projectId, invitationId }, token);
    expect((await openPage(baseUrl, invitationId)).text).not.toContain('What happens next.');
  });
});

describe('the development issuer’s page', () => {
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let service: StartedService;
  beforeAll(async () => {
    folder = await makeDataFolder();
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
  });

  it('says the project that an invitation is to, and Images where there is none (local.sign-in)', async () => {
    const { baseUrl } = service;
    const { tokens } = await signInByPage(`${baseUrl}/oidc`, 'ina@example.com');
    const { invitationId, invitation } = await invite(baseUrl, tokens.access_token ?? '');
    const { inviterName } = await must(baseUrl, 'get-invitation', { invitation });
    expect(inviterName).toBe('ina@example.com');
    expect((await openPage(baseUrl, invitationId)).text).toContain(PLACE);
    for (const other of [undefined, invitation]) {
      expect((await openPage(baseUrl, other)).text).toContain('You are back at Images.');
    }
  });
});
