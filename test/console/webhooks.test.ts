import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUBSCRIBABLE_TYPE_NAMES } from '../../core/events/event-types.ts';
import {
  copied,
  expectAccessible,
  expectNoOverflow,
  lookAtDialog,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import { BUSY } from './support/example-team.ts';
import { answerWebhooks } from './support/example-webhooks.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;
let known: ReturnType<typeof answerWebhooks>;

const FIRST = 'https://hooks.webshop.example/imagewell/a';
const SECOND = 'https://search.webshop.example/index';

const openWebhooks = (query = '', options: PageOptions = {}) =>
  app.openScreen(`/console/webhooks${query}`, 'Webhooks', options);
const sent = (name: string) => app.sent(name);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.skipIf(!hasBrowser)('the webhooks', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    known = answerWebhooks(service);
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows webhooks, deliveries of each state, and each dialog', async () => {
      const page = await openWebhooks('', { width, theme });
      await row(page, 'image.metadata_updated').getByText('Failed', { exact: true }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `webhooks-${look}`, true);
      const dialogs = [
        ['New webhook', 'new'],
        [`Edit webhook (${FIRST})`, 'edit'],
        [`Pause… (${FIRST})`, 'pause'],
        [`Rotate secret (${FIRST})`, 'rotate'],
        [`Delete webhook (${FIRST})`, 'delete'],
        [`Payload (dlv_${'f'.repeat(26)})`, 'delivery'],
      ] as const;
      for (const [name, step] of dialogs) {
        await lookAtDialog(page, name, `webhooks-${step}-${look}`);
      }
    });

    it('shows each state: empty, events off, loading, failing', async () => {
      answerWebhooks(service, true);
      service.hasEvents = false;
      let page = await openWebhooks('', { width, theme });
      await page.getByText('No webhook yet').waitFor();
      await page.getByText('npx imagewell start --events').waitFor();
      await expect.poll(() => button(page, 'New webhook').isDisabled()).toBe(true);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `webhooks-off-${look}`);
      await page.context().close();
      service.answer('list-webhooks', () => ({ body: {}, delayMs: 4_000 }));
      page = await openWebhooks('', { width, theme });
      await page.locator('.bones').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
      service.answer('list-webhooks', BUSY);
      page = await openWebhooks('', { width, theme });
      await page.getByText('The webhooks didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `webhooks-fault-${look}`);
    });
  });

  it('names the setting that turns events on in AWS, and tests nothing until then', async () => {
    service.hasEvents = false;
    service.isLocal = false;
    const page = await openWebhooks();
    await page.getByText('events=on').waitFor();
    await expect.poll(() => button(page, `Send test (${FIRST})`).isDisabled()).toBe(true);
    expect(
      await page
        .getByRole('button', { name: /^Resend/ })
        .first()
        .isDisabled(),
    ).toBe(true);
  });

  it('makes a webhook of some events; its secret is shown once, with how to verify', async () => {
    const page = await openWebhooks();
    await button(page, 'New webhook').click();
    await page.getByLabel('URL', { exact: true }).fill('http://hooks.webshop.example');
    await button(page, 'Make webhook').click();
    await page.getByText('begins with https://').waitFor();
    await page.getByLabel('URL', { exact: true }).fill('https://new.webshop.example/hook');
    await page.getByText('Some', { exact: true }).click();
    const box = (type: string) => page.getByRole('checkbox', { name: type });
    for (const type of SUBSCRIBABLE_TYPE_NAMES) await box(type).uncheck();
    await button(page, 'Make webhook').click();
    await page.getByText('Choose at least one type.').waitFor();
    expect(sent('create-webhook')).toBeUndefined();
    await box('image.deleted').check();
    await button(page, 'Make webhook').click();
    const dialog = page.getByRole('dialog', { name: 'Copy the secret of this webhook' });
    await dialog.waitFor();
    expect(sent('create-webhook')).toMatchObject({
      url: 'https://new.webshop.example/hook',
      eventTypes: ['image.deleted'],
    });
    await expectAccessible(page);
    await shoot(page, 'webhooks-secret-1440-light');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await button(page, 'Copy secret').click();
    await expect.poll(() => copied(page)).toMatch(/^whsec_/);
    await button(page, 'Copy verification').click();
    await expect.poll(() => copied(page)).toContain('.verify(bodyText, request.headers)');
    await expect.poll(() => button(page, 'Done').isDisabled()).toBe(true);
    await page.getByLabel('I have put it in a safe place').check();
    await button(page, 'Done').click();
    await row(page, 'new.webshop.example/hook').waitFor();
    expect(await page.content()).not.toContain('whsec_');
  });

  it('shows why the service refused a URL, in the words of the service', async () => {
    service.answer('create-webhook', () => ({
      status: 400,
      body: {
        code: 'validation_failed',
        title: 'Invalid',
        status: 400,
        detail: 'The host of a webhook URL must be a public DNS name, not an IP address.',
      },
    }));
    const page = await openWebhooks();
    await button(page, 'New webhook').click();
    await page.getByLabel('URL', { exact: true }).fill('https://127.0.0.1/');
    await button(page, 'Make webhook').click();
    await page.getByText('must be a public DNS name').waitFor();
    await expectAccessible(page);
  });

  it('has no button for an eleventh webhook', async () => {
    while (known.webhooks.length < 10) {
      known.webhooks.push({
        ...known.webhooks[0],
        webhookId: `whk_${known.webhooks.length}`,
      } as never);
    }
    const page = await openWebhooks();
    await page.getByText('10 of 10 webhooks. Delete one to make another.').waitFor();
    await expect.poll(() => button(page, 'New webhook').isDisabled()).toBe(true);
  });

  it('sends a test, and shows its result as it comes', async () => {
    const page = await openWebhooks('?state=failed');
    await button(page, `Send test (${FIRST})`).click();
    await page.getByText('Sending a test').waitFor();
    await row(page, 'webhook.test').getByText('Pending').waitFor();
    await expectAccessible(page);
    known.answerTest(204, null);
    await page.getByText('Your receiver accepted the test: 204 in 84 ms').waitFor();
    await row(page, 'webhook.test').getByText('Delivered').waitFor();
    await expectAccessible(page);
    await shoot(page, 'webhooks-tested-1440-light', true);
    // the result stays where the list shows others
    await button(page, 'Failed').click();
    await page.getByText('Your receiver accepted the test').waitFor();
  });

  it('tells of a test that was not taken: why, and the cure', async () => {
    const page = await openWebhooks();
    await button(page, `Send test (${FIRST})`).click();
    await page.getByText('Sending a test').waitFor();
    known.answerTest(null, 'address_not_allowed');
    await page.getByText('didn’t accept the test: address_not_allowed in 84 ms').waitFor();
    await page.getByText('leads to an address that isn’t public').waitFor();
    await expectAccessible(page);
    await shoot(page, 'webhooks-test-failed-1440-light', true);
    service.answer('test-webhook', BUSY);
    await button(page, `Send test (${FIRST})`).click();
    await page.getByText('The test wasn’t sent.').waitFor();
  });

  it('lists deliveries by state, opens a payload to copy, and resends', async () => {
    const page = await openWebhooks();
    await button(page, 'Failed').click();
    expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
    await expect.poll(() => row(page, 'image.deleted').count()).toBe(1); // that of the webhook
    await button(page, `Payload (dlv_${'f'.repeat(26)})`).click();
    await page.getByText('No connection was made.').waitFor();
    await page.getByText('connection_failed in 5,000 ms').last().waitFor();
    await button(page, 'Copy payload').click();
    expect(JSON.parse(await copied(page))).toEqual(JSON.parse(known.deliveries[2]?.body ?? ''));
    await button(page, 'Close').click();
    await button(page, `Resend (dlv_${'f'.repeat(26)})`).click();
    await expect.poll(() => page.getByText('Pending').count()).toBeGreaterThan(1);
    expect(sent('resend-webhook-delivery')).toMatchObject({ deliveryId: `dlv_${'f'.repeat(26)}` });
    expect(new URL(page.url()).searchParams.get('state')).toBeNull();
    known.deliveries.length = 0;
    await button(page, 'Delivered').click();
    await page.getByText('No delivery is “Delivered”.').waitFor();
    await button(page, 'Show all').click();
    await page.getByText('No delivery yet').waitFor();
    await expectAccessible(page);
  });

  it('changes, pauses, enables, rotates and deletes', async () => {
    const page = await openWebhooks();
    await button(page, `Edit webhook (${FIRST})`).click();
    await page.getByText('All, including future types').click();
    await button(page, 'Save').click();
    await expect.poll(() => sent('update-webhook')).toMatchObject({ eventTypes: null, url: FIRST });
    await row(page, 'imagewell/a').getByText('all events').waitFor();
    await button(page, `Pause… (${FIRST})`).click();
    await page.getByText('Deliveries that wait now are dropped').waitFor();
    await button(page, 'Pause webhook').click();
    await button(page, `Enable (${FIRST})`).waitFor();
    expect(known.webhooks[0]).toMatchObject({ enabled: false });
    await button(page, `Enable (${FIRST})`).click();
    await button(page, `Send test (${FIRST})`).waitFor();
    await button(page, `Rotate secret (${FIRST})`).click();
    await page.getByText('7 days', { exact: true }).click();
    await button(page, 'Rotate secret').click();
    await page.getByRole('dialog', { name: 'Copy the secret of this webhook' }).waitFor();
    expect(sent('rotate-webhook-secret')).toMatchObject({ overlapHours: 168 });
    await page.getByLabel('I have put it in a safe place').check();
    await button(page, 'Done').click();
    await page.getByRole('link', { name: SECOND.replace('https://', '') }).click();
    await page.getByText('search.webshop.example/index').nth(1).waitFor();
    await button(page, `Delete webhook (${FIRST})`).click();
    await button(page, 'Delete webhook').click();
    await expect.poll(() => row(page, 'imagewell/a').count()).toBe(0);
    service.answer('delete-webhook', BUSY);
    await button(page, `Delete webhook (${SECOND})`).click();
    await button(page, 'Delete webhook').click();
    await page.getByText('The webhook wasn’t deleted.').waitFor();
    await expectAccessible(page);
  });

  it('is no page for an editor', async () => {
    answerExamples(service, { role: 'editor' });
    const page = await openWebhooks();
    await page.getByText('Your role here is Editor.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    expect(sent('list-webhooks')).toBeUndefined();
  });

  it('is in the side bar, and on phones under “More”', async () => {
    let page = await openWebhooks();
    const bar = page.getByRole('navigation', { name: 'Main', exact: true });
    await bar.getByRole('link', { name: 'Webhooks' }).waitFor();
    await page.context().close();
    page = await openWebhooks('', { width: 360 });
    await page.locator('.mobile-top .switch').click();
    const more = page.getByRole('navigation', { name: 'More of this project' });
    await more.getByRole('link', { name: 'Webhooks' }).waitFor();
  });
});
