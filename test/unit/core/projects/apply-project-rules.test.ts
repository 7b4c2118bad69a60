import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProjectRules } from '../../../../core/projects/apply-project-rules.ts';
import {
  DEFAULT_SETTINGS,
  type ProjectSettings,
} from '../../../../core/projects/project-settings.ts';
import { parseQuery, queryOf, simplifyParameters } from '../../../../core/transform/query.ts';
import { pairsOfQueryText } from '../../../../core/transform/query-text.ts';
import { anyFormat, anyParameters } from '../../../support/stores/arbitraries.ts';

const SIGNED = { expires: 1, signature: 'A'.repeat(43) };

function ask(query: string, settings: Partial<ProjectSettings>): string {
  const { parameters, errors } = parseQuery(pairsOfQueryText(query));
  if (errors.length > 0) throw new Error(query);
  const ruled = applyProjectRules(parameters, 'jpg', { ...DEFAULT_SETTINGS, ...settings });
  if (ruled.fault) return ruled.fault.code;
  return queryOf(ruled.parameters)
    .map((pair) => pair.join('='))
    .join('&');
}

const SIZES = { allowedWidths: [100, 200], allowedHeights: [50] };
const REFUSED = 'invalid_parameter';

describe("a project's rules", () => {
  it.each<[string, Partial<ProjectSettings>, string]>([
    ['width=100', SIZES, 'width=100'],
    ['width=100&dpr=2', SIZES, 'width=200'],
    ['width=200&dpr=2', SIZES, REFUSED],
    ['width=50&dpr=2', SIZES, 'width=100'],
    ['width=8192&dpr=4', { allowedWidths: [8192], allowedHeights: null }, REFUSED],
    ['width=100&height=50', SIZES, 'width=100&height=50'],
    ['width=50&height=100', SIZES, REFUSED],
    ['height=60', SIZES, REFUSED],
    ['', SIZES, ''],
    ['fit=cover&width=100&flip=false', SIZES, 'width=100'],
    ['width=100&quality=80', SIZES, REFUSED],
    ['blur=1', SIZES, REFUSED],
    ['crop=0,0,1,1', SIZES, REFUSED],
    ['rotate=90', { allowedWidths: null, allowedHeights: [1] }, REFUSED],
    ['width=7', { allowedWidths: null, allowedHeights: [1] }, 'width=7'],
    ['height=7', { allowedWidths: null, allowedHeights: [1] }, REFUSED],
    ['width=1', { allowedWidths: [], allowedHeights: [] }, REFUSED],
    ['width=7&blur=3', { presets: { a: 'width=5' } }, 'width=7&blur=3'],
    ['preset=a', { presets: { a: 'width=5&blur=2' } }, 'width=5&blur=2'],
    ['preset=a', { ...SIZES, presets: { a: 'width=5&blur=2' } }, 'width=5&blur=2'],
    ['preset=b', { presets: { a: 'width=5' } }, REFUSED],
    ['preset=constructor', {}, REFUSED],
  ])('make of %s under %j: %s (sizes.allowed)', (query, settings, expected) => {
    expect(ask(query, settings)).toBe(expected);
  });

  it('that are the defaults change nothing but what has no effect, and drop the signature (sizes.allowed)', () => {
    fc.assert(
      fc.property(anyParameters, anyFormat, (parameters, format) => {
        const ruled = applyProjectRules({ ...parameters, ...SIGNED }, format, DEFAULT_SETTINGS);
        expect(ruled).toEqual({ parameters: simplifyParameters(parameters, format) });
      }),
    );
  });

  it('under listed sizes let as few results through as sides were listed (security.bounded-flood)', () => {
    const through = new Set<string>();
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const sides = [undefined, 100, 200, 50];
        const width = sides[(parameters.width ?? 0) % 4];
        const height = sides[(parameters.height ?? 0) % 4];
        const { width: _, height: __, ...rest } = parameters;
        const requested = {
          ...((parameters.blur ?? 0) > 50 ? rest : {}),
          ...(width ? { width } : {}),
          ...(height ? { height } : {}),
        };
        const ruled = applyProjectRules(requested, 'jpg', { ...DEFAULT_SETTINGS, ...SIZES });
        if (!ruled.fault) through.add(JSON.stringify(ruled.parameters));
      }),
      { numRuns: 3_000 },
    );
    expect(through.size).toBeLessThanOrEqual(3 * 2);
    expect(through.size).toBeGreaterThan(3);
  });
});
