import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_SETTINGS_KEY } from '../../../site/console-settings.ts';
import { siteOfStack } from '../../../site/site-of-stack.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-site-'));
});
afterAll(() => rm(folder, { recursive: true }));

function settingsOf(outputs: Readonly<Record<string, string>>) {
  const files = siteOfStack((name) => outputs[name], '1.0.0', { console: folder, docs: folder });
  const file = files.find(({ key }) => key === CONSOLE_SETTINGS_KEY);
  return JSON.parse(Buffer.from(file?.body ?? '').toString());
}

describe('the site of a stack', () => {
  const addresses = { BaseUrl: 'https://api.example.com', CdnUrl: 'https://cdn.example.com' };

  it('tells the console of events where the stack has a bus for them (site.settings)', () => {
    expect(settingsOf(addresses)).toMatchObject({ hasEvents: false, issuer: null, isLocal: false });
    expect(settingsOf({ ...addresses, EventBus: 'bus' })).toMatchObject({ hasEvents: true });
  });
});
