import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  rememberSignIn,
  shoot,
} from './support/console-page.ts';
import { PROJECT } from './support/example-answers.ts';
import { answerInvitation, INVITED } from './support/example-invitation.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

const CODE = 'inv_abc';
const LINK = `/console/invitation#${CODE}`;
const TITLE = 'the invitation of Ada to Shop photos as Viewer';
const TOLD =
  'The invitation is for lea@agence-lumen.example, and you are signed in as mira@webshop.example.';
const ENDED = { endedAt: '2026-11-29T14:02:00.000Z', inviterName: 'Ada Okafor' };

type Look = (typeof LOOKS)[number];
const cardTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens an address in a window that was never here, or whose session the issuer still has. */
async function open(path: string, look?: Partial<Look>, isSignedIn = false): Promise<Page> {
  service.isSignedIn = isSignedIn;
  const { page } = await app.openWindow(look);
  if (isSignedIn) await rememberSignIn(page);
  await page.goto(service.url + path);
  return page;
}

async function expectCard(page: Page, name: string, { width, theme }: Look): Promise<void> {
  await expect.poll(() => page.locator('.w-card').count()).toBe(1);
  // the page's one title, in which no code stands
  expect(await page.title()).toBe('imagewell');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await shoot(page, `invitation-${name}-${width}-${theme}`);
}

describe.skipIf(!hasBrowser)('the card of an invitation', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerInvitation(service);
  });

  describe.each(LOOKS)('at $width px, $theme', (look) => {
    it('shows what its link opens before a sign-in, never the take-over', async () => {
      const page = await open(LINK, look);
      await cardTitle(page, `Sign in to accept ${TITLE}`);
      await page.getByText('Ada Okafor, Owner').waitFor();
      await page.getByText('sees images, copies addresses').waitFor();
      await page.getByText('29 Nov 2026, 14:02').waitFor();
      await button(page, 'Sign in and accept').waitFor();
      await expectCard(page, 'signed-out', look);
      expect(await page.getByText('Take over').count()).toBe(0);
      expect(app.sent('get-invitation')).toEqual({ invitation: CODE });
    });

    it('shows who accepts it to who is signed in', async () => {
      const page = await open(LINK, look, true);
      await cardTitle(page, `Accept ${TITLE}`);
      await page.getByText('mira@webshop.example').waitFor();
      await button(page, 'Accept').waitFor();
      await expectCard(page, 'signed-in', look);
    });

    it('says that it no longer works, with its end and its inviter where they are known', async () => {
      answerInvitation(service, { ended: ENDED });
      const page = await open(LINK, look);
      await cardTitle(page, 'This invitation no longer works');
      await page
        .getByText('It was withdrawn, used, or ended on 29 Nov. Ask Ada for a new one.')
        .waitFor();
      await expectCard(page, 'ended', look);
    });

    it('holds names of any length', async () => {
      const inviterName = 'Bartholomäus-Maximilian von und zu Oberunterwaldenstein-Hohenfels';
      const projectName = 'x'.repeat(100);
      answerInvitation(service, { shown: { inviterName, projectName, role: 'admin' } });
      const page = await open(LINK, look);
      await page.getByText(`${inviterName}, Owner`).waitFor();
      await expectCard(page, 'long', look);
    });

    it('names both addresses where it is for another account, and stays open', async () => {
      answerInvitation(service, { refusal: { code: 'invitation_not_yours', detail: TOLD } });
      const page = await open(LINK, look, true);
      await button(page, 'Accept').click();
      await page.getByText(TOLD).waitFor();
      await page.getByText('The invitation stays open.').waitFor();
      await expect.poll(() => button(page, 'Accept').count()).toBe(0);
      await expectCard(page, 'other', look);
    });
  });

  it('keeps its place in its height while the service is asked', async () => {
    for (const width of [1440, 360]) {
      let go = () => {};
      const after = new Promise<void>((done) => {
        go = done;
      });
      answerInvitation(service, { after });
      const page = await open(LINK, { width } as Look);
      const heightOf = async (selector: string) =>
        (await page.locator(selector).boundingBox())?.height ?? 0;
      await page.locator('.w-card.bones').waitFor();
      const before = await heightOf('.w-card');
      await shoot(page, `invitation-bones-${width}-light`);
      go();
      await button(page, 'Sign in and accept').waitFor();
      expect(Math.abs((await heightOf('.w-card')) - before)).toBeLessThan(4);
      if (width !== 360) await page.context().close();
    }
  });

  it('shows its button in sight of a phone', async () => {
    const page = await open(LINK, { width: 360 } as Look);
    const box = await button(page, 'Sign in and accept').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
  });

  it('accepts nothing by the visit, and leads through the sign-in to the project', async () => {
    const page = await open(LINK);
    service.answer('list-projects', () => ({ body: { projects: [] } }));
    service.answer('list-images', () => ({ body: { images: [], cursor: null } }));
    const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth'));
    await button(page, 'Sign in and accept').click();
    const address = new URL((await asked).url());
    expect(address.searchParams.get('invitation')).toBe(INVITED.invitationId);
    expect(address.href).not.toContain(CODE);
    await cardTitle(page, `Accept ${TITLE}`);
    expect(page.url()).toBe(service.url + LINK);
    expect(app.sent('accept-invitation')).toBeUndefined();
    await button(page, 'Accept').click();
    await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
    expect(app.sent('accept-invitation')).toEqual({ invitation: CODE });
    await page.getByText('Shop photos').first().waitFor();
    expect(page.url()).not.toContain(CODE);
  });

  it('never sends its code in an address, from a link of before neither', async () => {
    const { page } = await app.openWindow();
    service.isSignedIn = false;
    const sent: string[] = [];
    page.on('request', (request) => {
      sent.push(request.url(), request.headers().referer ?? '');
    });
    const before = `/console/invitation?code=${CODE}`;
    await page.goto(service.url + before);
    await cardTitle(page, `Sign in to accept ${TITLE}`);
    expect(page.url()).toBe(service.url + LINK);
    await page.reload();
    await cardTitle(page, `Sign in to accept ${TITLE}`);
    await button(page, 'Sign in and accept').click();
    await cardTitle(page, `Accept ${TITLE}`);
    const own = sent.filter((text) => text.includes(CODE) && !text.includes('#'));
    // the link itself, and what its page names as the page that it came from
    expect(own.filter((text) => !text.endsWith(before))).toEqual([]);
    sent.length = 0;
    await page.goto(service.url + LINK);
    await page.reload();
    await cardTitle(page, `Accept ${TITLE}`);
    expect(sent.filter((text) => text.split('#', 1)[0]?.includes(CODE))).toEqual([]);
  });

  it('comes back signed out where the issuer refuses, with the fault', async () => {
    const page = await open(LINK);
    await page.route('**/oidc/token', (route) => route.fulfill({ status: 500, body: '{}' }));
    await button(page, 'Sign in and accept').click();
    await page.getByText('The sign-in failed.').waitFor();
    await cardTitle(page, `Sign in to accept ${TITLE}`);
    expect(page.url()).toBe(service.url + LINK);
  });

  it('lets who is signed in take another account, and comes back', async () => {
    const page = await open(LINK, {}, true);
    const asked = page.waitForRequest((request) => request.url().includes('prompt=login'));
    await button(page, 'Sign in with another account').click();
    const address = new URL((await asked).url());
    expect(address.searchParams.get('invitation')).toBe(INVITED.invitationId);
    await cardTitle(page, `Accept ${TITLE}`);
    expect(page.url()).toBe(service.url + LINK);
  });

  it('says that one is a member already, and changes nothing', async () => {
    const { projectId } = PROJECT;
    answerInvitation(service, { shown: { projectId, projectName: PROJECT.name } });
    const page = await open(LINK, {}, true);
    await cardTitle(page, `You are a member of ${PROJECT.name}`);
    await page.getByText('Your role is Owner. This invitation changes nothing.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'invitation-member-1440-light');
    await page.getByRole('link', { name: 'Open the images' }).click();
    await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
    expect(app.sent('accept-invitation')).toBeUndefined();
  });

  it('says so where the service knows it better', async () => {
    answerInvitation(service, { refusal: { status: 409, code: 'already_member' } });
    const page = await open(LINK, {}, true);
    await button(page, 'Accept').click();
    await cardTitle(page, 'You are a member of Shop photos');
  });

  it('that ends before the click says so', async () => {
    const page = await open(LINK, {}, true);
    await button(page, 'Accept').waitFor();
    answerInvitation(service, { ended: {} });
    await button(page, 'Accept').click();
    await cardTitle(page, 'This invitation no longer works');
    await page.getByText('or its seven days are over. Ask its sender for a new one.').waitFor();
    await page.getByRole('link', { name: 'Open the images' }).waitFor();
  });

  it.each(['/console/invitation', '/console/invitation#', '/console/invitation#%zz<b>'])(
    'of the broken link %s is an invitation that no longer works',
    async (path) => {
      answerInvitation(service, { ended: {} });
      const page = await open(path);
      await cardTitle(page, 'This invitation no longer works');
      await button(page, 'Sign in').waitFor();
    },
  );

  it('of an inviter without a name has none, and shows the role', async () => {
    answerInvitation(service, { shown: { inviterName: null, role: 'editor' } });
    const page = await open(LINK);
    await cardTitle(page, 'Sign in to accept the invitation to Shop photos as Editor');
    await page.getByText('uploads, edits and deletes images').waitFor();
  });

  it('follows another link in the same tab', async () => {
    const page = await open(LINK);
    await cardTitle(page, `Sign in to accept ${TITLE}`);
    answerInvitation(service, { shown: { projectName: 'Other photos' } });
    await page.goto(`${service.url}/console/invitation#inv_other`);
    await cardTitle(page, 'Sign in to accept the invitation of Ada to Other photos as Viewer');
  });

  it('can be asked for again where the service didn’t answer', async () => {
    service.answer('get-invitation', () => ({
      status: 500,
      body: { code: 'internal_error', title: 'Internal error', status: 500 },
    }));
    const page = await open(LINK);
    await page.getByText('The invitation didn’t load.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'invitation-fault-1440-light');
    answerInvitation(service);
    await button(page, 'Try again').click();
    await cardTitle(page, `Sign in to accept ${TITLE}`);
  });

  it('is not shown where no user can sign in', async () => {
    service.hasWayIn = false;
    const page = await open(LINK);
    await page.getByRole('heading', { name: 'Sign-in isn’t set up yet' }).waitFor();
  });
});
