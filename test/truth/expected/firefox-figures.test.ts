import { describe, expect, it } from 'vitest';
import type { Outcome } from '../oracle/check-image.ts';
import { describeFirefox, shareLines, splitFigures } from './firefox-figures.ts';

const outcome = (name: string, ...found: readonly string[]): Outcome => {
  const facts = { name, type: 'image/png', shown: 'whole', serverErrors: [] } as const;
  return { ...facts, findings: found.map((what) => ({ what, detail: '' })) };
};
const line = (name: string, what: string, reason = 'half-chroma') => {
  return { name, what, reason };
};

describe('the figures of Firefox', () => {
  const outcomes = [outcome('a.png', 'x', 'y'), outcome('b.png')];
  const lines = [line('a.png', 'x'), line('a.png', 'y'), line('c.png', 'x')];
  const chromium = [line('a.png', 'x'), line('b.png', 'z', 'avif-alpha'), line('c.png', 'z')];

  it('tell differences of both browsers from those of one, of the images of the run', () => {
    expect(shareLines(outcomes, lines, chromium)).toEqual({
      both: [line('a.png', 'x')],
      firefoxAlone: [line('a.png', 'y')],
      chromiumAlone: [line('b.png', 'z', 'avif-alpha')],
    });
  });

  it('stand behind those of Chromium, and either part is written alone', () => {
    const section = describeFirefox(outcomes, lines, chromium, '153.7');
    expect(section).toContain('of 2 images. Of 2 images');
    expect(section).toContain('| Firefox alone | 1 | 1 |');
    expect(splitFigures(`# Fidelity\n\ntext\n${section}`)).toEqual([
      '# Fidelity\n\ntext\n',
      section,
    ]);
    expect(splitFigures('# Fidelity\n')).toEqual(['# Fidelity\n', '']);
  });
});
