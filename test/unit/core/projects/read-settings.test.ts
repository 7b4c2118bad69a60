import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import { canonicalPresets } from '../../../../core/projects/presets.ts';
import { readSettings } from '../../../../core/projects/read-settings.ts';
import { parametersOfText } from '../../../../core/projects/stored-query.ts';
import { queryOf } from '../../../../core/transform/query.ts';
import { anyParameters } from '../../../support/stores/arbitraries.ts';

function faultsOf(sent: Record<string, unknown>): string[] {
  try {
    readSettings(sent);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('validation_failed');
    return (error.options.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

describe("a project's settings as they are sent", () => {
  it.each<[string, unknown, string[]]>([
    ['allowedWidths', null, []],
    ['allowedWidths', [], []],
    ['allowedWidths', [1, 8192], []],
    ['allowedWidths', [0], ['/allowedWidths/0 out_of_range']],
    [
      'allowedHeights',
      [1, 8193, 1.5],
      ['/allowedHeights/1 out_of_range', '/allowedHeights/2 out_of_range'],
    ],
    [
      'allowedHeights',
      ['1', null, {}, -5, 1e9],
      [0, 1, 2, 3, 4].map((at) => `/allowedHeights/${at} out_of_range`),
    ],
    ['allowedWidths', 320, ['/allowedWidths invalid_type']],
    ['allowedWidths', Array.from({ length: 101 }, (_, at) => at + 1), ['/allowedWidths too_many']],
    ['requireSignature', 'true', ['/requireSignature invalid_type']],
    ['overQuota', 'original', []],
    ['overQuota', 'placeholder', ['/overQuota invalid_type']],
    ['watermark', null, []],
    ['watermark', 'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-tile=1', []],
    ['watermark', 5, ['/watermark invalid_type']],
    ['watermark', '', ['/watermark invalid_watermark']],
    [
      'watermark',
      'overlay=tmp_a',
      ['/watermark invalid_watermark', '/watermark invalid_watermark'],
    ],
    [
      'watermark',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&width=9',
      ['/watermark invalid_watermark'],
    ],
    [
      'watermark',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&signature=a&scale=1',
      Array.from({ length: 3 }, () => '/watermark invalid_watermark'),
    ],
    ['presets', {}, []],
    ['presets', null, ['/presets invalid_type']],
    ['presets', ['width=1'], ['/presets invalid_type']],
    ['presets', { 'my-card-2': 'width=1' }, []],
    ['presets', { Card: 'width=1' }, ['/presets/Card invalid_key']],
    ['presets', { [`${'a'.repeat(31)}`]: 'width=1' }, [`/presets/${'a'.repeat(31)} invalid_key`]],
    ['presets', { 'a/b': 'width=1' }, ['/presets/a~1b invalid_key']],
    ['presets', { a: 5 }, ['/presets/a invalid_preset']],
    ['presets', { a: '' }, ['/presets/a invalid_preset']],
    [
      'presets',
      { a: 'width=0&blur=x' },
      ['/presets/a invalid_preset', '/presets/a invalid_preset'],
    ],
    ['presets', { a: 'widht=1' }, ['/presets/a invalid_preset']],
    ['presets', { a: 'preset=b' }, ['/presets/a invalid_preset']],
    ['presets', { a: 'width=%' }, ['/presets/a invalid_preset']],
    ['constructor', 1, ['/constructor unknown_field']],
  ])('%s = %j has the faults %j (projects.settings)', (name, value, faults) => {
    expect(faultsOf({ [name]: value })).toEqual(faults);
  });

  it('all faults are reported together (errors.bad-request, errors.all-faults)', () => {
    const sent = { alowedWidths: [1], allowedHeights: 1, presets: { A: 'x=1' }, overQuota: 1 };
    expect(faultsOf(sent)).toEqual([
      '/alowedWidths unknown_field',
      '/allowedHeights invalid_type',
      '/presets/A invalid_key',
      '/overQuota invalid_type',
    ]);
    expect(() => readSettings({ alowedWidths: [1] })).toThrow('Did you mean allowedWidths?');
  });

  it('are kept in one form, unnamed ones left out (projects.settings)', () => {
    expect(readSettings({ allowedWidths: [640, 320, 640], requireSignature: true })).toEqual({
      allowedWidths: [320, 640],
      requireSignature: true,
    });
    const presets = { card: 'blur=2.0&width=300&background=F80' };
    expect(readSettings({ presets })).toEqual({
      presets: { card: 'width=300&blur=2&background=ff8800' },
    });
  });

  it('a kept preset means the same as the sent one, on random transformations (presets.query)', () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const pairs = queryOf(parameters);
        fc.pre(pairs.length > 0);
        const text = pairs
          .map((pair) => pair.join('='))
          .reverse()
          .join('&');
        const { a: kept = '' } = canonicalPresets({ a: text });
        expect(queryOf(parametersOfText(kept))).toEqual(pairs);
        expect(canonicalPresets({ a: kept })).toEqual({ a: kept });
      }),
    );
  });
});
