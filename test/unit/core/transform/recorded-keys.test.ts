import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalQueryText } from '../../../../core/images/canonical-address.ts';
import type { Format, UploadFormat } from '../../../../core/transform/formats.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';

/**
 * Each line: the original's facts, the format asked for, the query, its canonical text, and the key
 * or the code of the refusal. In four lines the canonical text has `position=center` since a focal
 * point can replace it (docs/decisions/0059).
 */
const lines = readFileSync(new URL('recorded-keys.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

function readLine(line: string) {
  const [facts = '', format = '', query = '', canonical, key] = line.split('\t');
  const [stored, width, height, frames, hasAlpha] = facts.split(' ');
  const original = {
    format: stored as UploadFormat,
    width: Number(width),
    height: Number(height),
    frames: Number(frames),
    hasAlpha: hasAlpha === 'true',
  };
  return { original, format: format as Format, query, canonical, key };
}

describe('a name under which a rendition is stored, cached and signed', () => {
  it('keeps the name: rendition keys and canonical queries are those recorded on 2026-11-22 (transformations.rendition-key)', () => {
    expect(lines.length).toBeGreaterThan(400);
    const changed = lines.filter((line) => {
      const { original, format, query, canonical, key } = readLine(line);
      const { parameters, errors } = parseQuery([...new URLSearchParams(query)]);
      const result = resolveTransformation(original, format, parameters);
      const isSameKey =
        key === (isTransformationFault(result) ? result.code : renditionKey(result));
      const isSameText = canonical === canonicalQueryText(parameters, format);
      return errors.length > 0 || !isSameKey || !isSameText;
    });
    expect(changed).toEqual([]);
  });
});
