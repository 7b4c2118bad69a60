import { describe, expect, it } from 'vitest';
import { changesOf, releaseChangelog, releaseMode } from '../../scripts/release/changelog.ts';

const FIRST = '# Changelog\n\n## Unreleased\n\n- One.\n- Two.\n';
const RELEASE = { version: '0.2.0', date: '2026-11-22', summaries: ['Three\nand more.\n'] };

describe('CHANGELOG.md', () => {
  it('gets a version of its unreleased lines and the changesets, above the older versions', () => {
    const released = releaseChangelog(FIRST, RELEASE);
    expect(released).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-22\n\n- One.\n- Two.\n- Three and more.\n',
    );
    const next = releaseChangelog(released, { ...RELEASE, version: '0.3.0', summaries: ['Four.'] });
    expect(next).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.3.0 - 2026-11-22\n\n- Four.\n\n## 0.2.0 - 2026-11-22\n\n- One.\n- Two.\n- Three and more.\n',
    );
    expect(changesOf(next, '0.3.0')).toBe('- Four.');
    expect(changesOf(next, '0.2.0')).toBe('- One.\n- Two.\n- Three and more.');
    expect(changesOf(next, '0.1.0')).toBeUndefined();
  });

  it('is refused without Unreleased, with the version, and with nothing to release', () => {
    expect(() => releaseChangelog('# Changelog\n', RELEASE)).toThrow('no Unreleased');
    const released = releaseChangelog(FIRST, RELEASE);
    expect(() => releaseChangelog(released, RELEASE)).toThrow('has 0.2.0 already');
    const none = { ...RELEASE, version: '0.3.0', summaries: [] };
    expect(() => releaseChangelog(released, none)).toThrow('nothing to release');
  });
});

describe('a push to main', () => {
  const changelog = releaseChangelog(FIRST, RELEASE);
  const state = { files: ['config.json', 'README.md'], version: '0.2.0', tags: [], changelog };

  it.each([
    ['proposes a version while there are changesets', { files: ['a.md'] }, 'version'],
    ['publishes a version that has a section and no tag', {}, 'publish'],
    ['does nothing once it has the tag', { tags: ['v0.2.0'] }, 'nothing'],
    ['does nothing before the first version has a section', { changelog: FIRST }, 'nothing'],
  ])('%s', (_, changed, mode) => {
    expect(releaseMode({ ...state, ...changed })).toBe(mode);
  });
});
