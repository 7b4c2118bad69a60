import { describe, expect, it } from 'vitest';
import { ICONS } from '../../../../console/src/icons/icons.ts';
import { relyingPartyOf } from '../../../../local/door/passkeys.ts';
import { doorSignInPage, durationText } from '../../../../local/door/sign-in-page.ts';
import { PAGE_ICONS } from '../../../../local/identity-provider/page-icons.ts';
import { signInPage } from '../../../../local/identity-provider/pages.ts';
import { describeSetUp } from '../../../../local/startup-banner.ts';

const XSS = `"'><script>alert(1)</script>`;
const baseUrl = 'https://images.example.com';

describe('the pages of a sign-in', () => {
  it('draw the icons of the console', () => {
    const drawn: Readonly<Record<string, string>> = ICONS;
    for (const [name, drawing] of Object.entries(PAGE_ICONS)) {
      expect(drawn[name] ?? drawing).toBe(drawing);
    }
  });

  it('show an address, a name and a role as text (local.sign-in)', () => {
    const users = [{ email: XSS, name: XSS, role: XSS }];
    const local = signInPage({ baseUrl, users, typed: XSS, fault: XSS, next: XSS });
    const own = doorSignInPage({ baseUrl, hasPasskeys: true, typed: XSS, next: XSS });
    for (const page of [local, own]) {
      expect(page).not.toContain('<script>');
      expect(page).toContain('&lt;script&gt;');
    }
  });

  it('list the accounts of this machine, each a button that signs in (local.sign-in)', () => {
    const users = [{ email: 'mira@webshop.example', name: 'Mira Kovač', role: 'Owner' }];
    const page = signInPage({ baseUrl, users, typed: '', next: 'You are back at Images.' });
    expect(page).toContain('name="email" value="mira@webshop.example" autofocus');
    expect(page).toContain('>MK</span>');
    expect(page).toContain('<b>Mira Kovač</b><small>mira@webshop.example</small>');
  });

  it.each([
    [1, '1 s'],
    [59_001, '1 min 0 s'],
    [860_000, '14 min 20 s'],
  ])('say %i milliseconds as %s (local.door)', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('say how often one may try, and that it waits then (local.door)', () => {
    const pageOf = (left: number) =>
      doorSignInPage({
        baseUrl,
        hasPasskeys: false,
        typed: 'a@b.co',
        fault: { kind: 'wrong', left },
      });
    expect(pageOf(3)).toContain(
      'You can try 3 more times, then password sign-in waits 15 minutes.',
    );
    expect(pageOf(1)).toContain('You can try 1 more time, then');
    expect(pageOf(0)).toContain('Password sign-in now waits 15 minutes.');
    expect(pageOf(1)).not.toContain('data-passkey-button');
  });
});

describe('a public address', () => {
  it.each([
    ['https://images.example.com', 'images.example.com'],
    ['http://localhost:8080', 'localhost'],
    ['http://images.example.com', undefined],
    ['https://192.0.2.7', undefined],
    ['https://[2001:db8::1]', undefined],
    ['http://127.0.0.1:8080', undefined],
  ])('%s has passkeys of %s (local.door)', (url, id) => {
    expect(relyingPartyOf(url)?.id).toBe(id);
  });
});

describe('the startup banner', () => {
  const door = { hasWayIn: () => false, makeSetupLink: () => `${baseUrl}/setup#secret` };

  it('shows a link to a terminal alone, and only before the first account (security.own-accounts)', () => {
    expect(describeSetUp(door, '.data', true).join('\n')).toContain('#secret');
    expect(describeSetUp(door, '.data', false).join('\n')).toContain(
      'npx imagewell admin setup-link',
    );
    expect(describeSetUp(door, '.data', false).join('\n')).not.toContain('#secret');
    expect(describeSetUp({ ...door, hasWayIn: () => true }, '.data', true)).toEqual([]);
    expect(describeSetUp(undefined, '.data', true)).toEqual([]);
  });
});
