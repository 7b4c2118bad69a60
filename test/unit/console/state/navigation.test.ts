import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runHook } from './support/run-hook.ts';
import { stubBrowser } from './support/stub-browser.ts';
import { StubLink, stubDocument } from './support/stub-document.ts';

let browser: ReturnType<typeof stubBrowser>;
let page: ReturnType<typeof stubDocument>;
let router: typeof import('../../../../console/src/state/router.ts');
let keyboard: typeof import('../../../../console/src/state/keyboard.ts');

beforeEach(async () => {
  vi.resetModules();
  browser = stubBrowser('/console?project=a&q=x');
  page = stubDocument();
  router = await import('../../../../console/src/state/router.ts');
  keyboard = await import('../../../../console/src/state/keyboard.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the address of the console', () => {
  it('goes into the history once a place, and a place that is replaced not at all', () => {
    router.navigate('/console/keys');
    router.navigate('/console/keys');
    router.navigate('/console/team', { isReplacing: true });
    expect(browser.entries).toEqual(['/console?project=a&q=x', '/console/team']);
    expect(router.place.value.path).toBe('/console/team');
  });

  it('keeps the rest of its query, and has nothing that is empty', () => {
    router.setQuery({ view: 'list' });
    expect(browser.here()).toBe('/console?project=a&q=x&view=list');
    router.setQuery({ q: '', view: null });
    expect(browser.here()).toBe('/console?project=a');
    router.setQuery({ project: null });
    expect(browser.here()).toBe('/console');
    expect(browser.entries).toEqual(['/console']);
  });

  it('follows Back', () => {
    router.startRouter();
    router.navigate('/console/keys');
    browser.back();
    expect(router.place.value.path).toBe('/console');
    expect(router.place.value.query.get('project')).toBe('a');
  });

  it('begins a new screen at its top, and leaves a screen whose query changes where it is', () => {
    router.setQuery({ q: 'y' });
    expect(browser.scrolls()).toBe(0);
    router.navigate('/console/keys');
    expect(browser.scrolls()).toBe(1);
  });
});

describe('a link of the console', () => {
  const at = (href: string, more: object = {}) => new StubLink(href, more);
  const OURS = 'https://images.example/console/keys';

  it('is followed without loading the page', () => {
    router.startRouter();
    expect(page.click(at(`${OURS}?project=b`))).toBe(true);
    expect(browser.here()).toBe('/console/keys?project=b');
  });

  it.each<[string, StubLink | null, object]>([
    ['in a new tab by Ctrl', at(OURS), { ctrlKey: true }],
    ['in a new tab by Cmd', at(OURS), { metaKey: true }],
    ['in a new window', at(OURS), { shiftKey: true }],
    ['as a download by Alt', at(OURS), { altKey: true }],
    ['by the middle button', at(OURS), { button: 1 }],
    ['with a target', at(OURS, { target: '_blank' }), {}],
    ['to a download', at(OURS, { isDownload: true }), {}],
    ['of another host', at('https://other.example/console'), {}],
    ['of the service beside the console', at('https://images.example/consoles'), {}],
    ['to a part of this page', at('https://images.example/console#part'), {}],
    ['that is none', null, {}],
    ['that another handler has taken', at(OURS), { isTaken: true }],
  ])('is left to the browser: %s', (_, link, how) => {
    router.startRouter();
    expect(page.click(link, how)).toBe(false);
    expect(browser.here()).toBe('/console?project=a&q=x');
  });
});

describe('the keys of the console', () => {
  async function bind(...all: string[]) {
    const run: string[] = [];
    keyboard.startKeyboard();
    const own = all.map((keys) => ({ keys, label: keys, run: () => void run.push(keys) }));
    await runHook(() => keyboard.useShortcuts(own), undefined);
    return run;
  }

  it('run one action each, of two keys within a second', async () => {
    const run = await bind('u', 'g i', 'i');
    for (const key of ['u', 'x', 'i', 'g', 'i', 'G', 'i']) browser.press(key);
    expect(run).toEqual(['u', 'i', 'g i', 'g i']);
  });

  it('forget a first key that no second one followed in time', async () => {
    const run = await bind('g i', 'i');
    vi.useFakeTimers({ toFake: ['Date'] });
    browser.press('g');
    vi.setSystemTime(Date.now() + 1_200);
    browser.press('i');
    browser.press('g');
    vi.setSystemTime(Date.now() + 1_199);
    browser.press('i');
    expect(run).toEqual(['i', 'g i']);
  });

  it('are those of a field while one has the focus, of a dialog while one is open, and of the browser with Ctrl', async () => {
    const run = await bind('u');
    browser.press('u', { target: page.field('INPUT') });
    browser.press('u', { target: page.field('TEXTAREA') });
    for (const name of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
      browser.press('u', { [name]: true });
    page.openDialog(true);
    browser.press('u');
    expect(run).toEqual([]);
    page.openDialog(false);
    browser.press('u', { target: page.field('INPUT', 'checkbox') });
    expect(run).toEqual(['u']);
  });

  it('can be turned off, which outlives a reload', async () => {
    const run = await bind('u');
    keyboard.setShortcuts(false);
    browser.press('u');
    expect([run, browser.localStorage.getItem('imagewell.no-shortcuts')]).toEqual([[], '1']);
    keyboard.setShortcuts(true);
    browser.press('u');
    expect([run, browser.localStorage.getItem('imagewell.no-shortcuts')]).toEqual([['u'], null]);
  });
});
