import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import { answerMembers, BUSY, inHours, JONAS, MIRA } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

const openPath = (path: string, title: string, options: PageOptions = {}) =>
  app.openScreen(path, title, options);

const openAudit = (query = '', options: PageOptions = {}) =>
  openPath(`/console/audit${query}`, 'Audit trail', options);

const event = (at: number, more: object) => ({
  eventId: `evt_${at}`,
  at: inHours(-at),
  projectId: null,
  action: 'rotate-api-key',
  outcome: 'done',
  code: null,
  actor: { kind: 'person', accountId: MIRA, keyId: null, role: 'owner' },
  subject: { keyId: `key_${'k'.repeat(26)}`, newKeyId: `key_${'n'.repeat(26)}` },
  fields: [],
  sourceAddress: '203.0.113.7',
  requestId: `req_${at}`,
  ...more,
});

const jonas = { kind: 'person', accountId: JONAS, keyId: null, role: 'admin' };
const FIRST = [
  event(0.2, {}),
  event(3, {
    action: 'transfer-ownership',
    outcome: 'refused',
    code: 'insufficient_role',
    actor: jonas,
    subject: { accountId: JONAS },
  }),
  event(30, { action: 'update-project', actor: jonas, subject: {}, fields: ['allowedOrigins'] }),
  event(50, {
    action: 'suspend-project',
    actor: { kind: 'operator', accountId: null, keyId: null, role: null },
    subject: {},
    sourceAddress: null,
    requestId: null,
  }),
  event(60, { action: 'remove-member', actor: { ...jonas, accountId: `acc_${'x'.repeat(26)}` } }),
];

function answerTrail(): void {
  service.answer('list-audit-events', ({ cursor }: { cursor?: string }) => ({
    body:
      cursor === undefined
        ? { events: FIRST, cursor: 'next' }
        : { events: [event(90, { action: 'delete-image', outcome: 'unknown' })], cursor: null },
  }));
}

describe.skipIf(!hasBrowser)('the audit trail', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerMembers(service);
    answerTrail();
  });

  it.each(LOOKS)('shows events and each state at $width px, $theme', async (look) => {
    let page = await openAudit('', look);
    await page.getByText('Rotate API key').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await shoot(page, `audit-${look.width}-${look.theme}`, true);
    await page.context().close();
    page = await openAudit('?show=unknown', look);
    await page.getByText('None of the events loaded so far is “Unknown”.').waitFor();
    await expectAccessible(page);
    await page.context().close();
    service.answer('list-audit-events', () => ({ body: { events: [], cursor: null } }));
    page = await openAudit('', look);
    await page.getByText('No events yet').waitFor();
    await expectAccessible(page);
    await page.context().close();
    service.answer('list-audit-events', BUSY);
    page = await openAudit('', look);
    await page.getByText('The audit trail didn’t load.').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  it('reads older events, filters, and copies ids', async () => {
    const page = await openAudit();
    await page.getByText('5 loaded so far.').waitFor();
    await page.getByRole('button', { name: 'Load older events' }).click();
    await page.getByText('These are all 6 events.').waitFor();
    await page.getByRole('button', { name: 'Refused' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('show')).toBe('refused');
    await page.getByText('insufficient_role').waitFor();
    await page.getByRole('button', { name: 'Copy request ID req_3' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('req_3');
  });

  it('is no page for an editor', async () => {
    answerExamples(service, { role: 'editor' });
    const page = await openAudit();
    await page.getByText('Your role here is Editor.').waitFor();
  });
});
