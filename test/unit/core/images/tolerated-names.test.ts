import { describe, expect, it } from 'vitest';
import { SERVICE_ROWS } from '../../../../cli/translate/services.ts';
import { isToleratedName, TOLERATED_NAMES } from '../../../../core/images/old-address.ts';
import { PARAMETER_NAMES } from '../../../../core/transform/parameters.ts';

describe('a tolerated parameter of an old address', () => {
  it('makes no image at any service that addresses are translated from (delivery.tolerated-parameters)', () => {
    const rules = Object.values(SERVICE_ROWS).flatMap(({ tables }) =>
      Object.values(tables).flatMap((table) => Object.entries(table)),
    );
    const read = rules.flatMap(([name, rule]) => ('dropped' in rule ? [] : [name]));
    expect(read.length).toBeGreaterThan(100);
    expect([...read, ...PARAMETER_NAMES].filter(isToleratedName)).toEqual([]);
  });

  it('is named once', () => {
    expect(new Set(TOLERATED_NAMES).size).toBe(TOLERATED_NAMES.length);
    expect(TOLERATED_NAMES.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
  });
});
