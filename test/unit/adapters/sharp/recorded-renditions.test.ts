import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Format } from '../../../../core/transform/formats.ts';
import { digestOf, libraries, type OriginalName } from './support/recorded-renditions.ts';

const [recordedOn = '', ...lines] = readFileSync(
  new URL('recorded-renditions.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');

describe('renditions that are stored already', () => {
  it('are made again byte for byte, so that their entity tags stay', async (context) => {
    if (libraries() !== recordedOn) {
      const reason = `recorded with ${recordedOn}, and this is ${libraries()}`;
      console.log(`not compared: ${reason}`);
      return context.skip(reason);
    }
    const engine = await createSharpEngine();
    const changed: string[] = [];
    for (const line of lines) {
      const [original, format, query = '', sha256] = line.split('\t');
      const requested = { original: original as OriginalName, format: format as Format, query };
      if ((await digestOf(engine, requested)) !== sha256) changed.push(line);
    }
    expect(lines.length).toBeGreaterThan(150);
    expect(changed).toEqual([]);
  });
});
