import { expect } from 'vitest';
import { SERVICE_ROWS } from '../../../cli/translate/services.ts';
import type { ImageNames, Service, Values } from '../../../cli/translate/translation.ts';

/** One wish: the call of a builder for it, and its equal here. */
export interface Wish<Told> {
  /** An address has one wish of a group at most. */
  readonly group: string;
  readonly told: Told;
  readonly values?: Values;
  readonly format?: string;
  /** The names of the image over the image. */
  readonly overlay?: readonly string[];
  /** The old parameters that are named as not mappable. */
  readonly lost?: readonly string[];
}

/** All wishes alone, in pairs, and in threes with a size; in their order. */
export function combine<Told>(wishes: readonly Wish<Told>[]): (readonly Wish<Told>[])[] {
  const pairs = wishes.flatMap((one, at) =>
    wishes.slice(at + 1).flatMap((other) => (one.group === other.group ? [] : [[one, other]])),
  );
  const others = pairs.filter((pair) => pair.every(({ group }) => group !== 'size'));
  const threes = wishes
    .filter(({ group }) => group === 'size')
    .flatMap((size) => others.map((pair) => wishes.filter((one) => [size, ...pair].includes(one))));
  return [...wishes.map((wish) => [wish]), ...pairs, ...threes];
}

/** Expects all wishes in the translation, and the rest by name: both exactly. */
export function expectAll<Told>(
  service: Service,
  address: string,
  name: string,
  wishes: readonly Wish<Told>[],
): void {
  const found = SERVICE_ROWS[service].translate(address);
  const values: Values = Object.assign({}, ...wishes.map((wish) => wish.values ?? {}));
  const overlay: ImageNames['overlay'] | undefined = found.images.overlay;
  const lost = found.notes.flatMap(({ effect, parameter }) =>
    effect === 'unmappable' ? [parameter] : [],
  );
  expect({
    address,
    name: found.name,
    values: found.values,
    format: found.format,
    overlay: overlay?.names,
    lost: [...new Set(lost)].sort(),
  }).toEqual({
    address,
    name,
    values,
    format: wishes.find((wish) => wish.format !== undefined)?.format,
    overlay: wishes.find((wish) => wish.overlay !== undefined)?.overlay,
    lost: [...new Set(wishes.flatMap((wish) => wish.lost ?? []))].sort(),
  });
}
