import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../../lib/settings.ts';

describe('docs/deploy.md', () => {
  const text = readFileSync('docs/deploy.md', 'utf8');

  it.each(SETTING_NAMES)('tells of the setting %s', (name) => {
    expect(text).toContain(`\`${name}\``);
  });

  it('names only commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
  });
});
