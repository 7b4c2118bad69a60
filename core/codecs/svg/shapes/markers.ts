import type { SvgElement } from '../svg-element.ts';

/** The properties of a shape that name its markers. */
export const MARKERS = ['marker-start', 'marker-mid', 'marker-end'] as const;
const MARKED = ['path', 'line', 'polyline', 'polygon'];

/** Whether browsers draw markers on an element of this name. */
export const isMarked = (name: string) => MARKED.includes(name);

/** The values of these attributes in an element, its own before those around it. */
export function inherit(
  around: ReadonlyMap<string, string>,
  { attributes }: Pick<SvgElement, 'attributes'>,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const own = names.filter((name) => attributes.has(name));
  if (own.length === 0) return around;
  return new Map([...around, ...own.map((name) => [name, attributes.get(name) ?? ''] as const)]);
}
