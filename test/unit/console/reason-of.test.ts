import { describe, expect, it } from 'vitest';
import { CONTROLS } from '../../../console/src/generated/parameters.ts';
import { reasonOf } from '../../../console/src/screens/playground/reason-of.ts';
import { parseQuery, simplifyParameters } from '../../../core/transform/query.ts';

describe('a control of the playground is off if its parameter has no effect', () => {
  const beside = ['', 'width=80', 'height=60', 'width=80&height=60', 'ratio=4:3'];
  const more = [...beside, 'width=80&ratio=4:3', 'height=60&ratio=4:3'];
  const cases = ['fit=contain', 'position=top', 'enlarge=true', 'quality=1'].flatMap((asked) =>
    more.map((others) => [asked, others] as const),
  );
  it.each(cases)('%s beside "%s"', (asked, others) => {
    const [name = ''] = asked.split('=');
    const values = Object.fromEntries(new URLSearchParams(others));
    const control = CONTROLS.find((one) => one.name === name);
    for (const format of ['jpg', 'png'] as const) {
      const { parameters } = parseQuery([...new URLSearchParams(`${others}&${asked}`)]);
      const hasEffect = name in simplifyParameters(parameters, format);
      expect(reasonOf(control ?? { needs: null }, values, format) === undefined).toBe(hasEffect);
    }
  });
});
