import type { SvgElement } from './svg-element.ts';

const LOCAL = /^url\(["' ]{0,2}#([^"'()\\\s]+)["' ]{0,2}\)$/;

/** The id that a value of one `url(#…)` names. */
export const localId = (value: string | undefined) =>
  value?.includes('(') ? LOCAL.exec(value.trim())?.[1] : undefined;

/** Keeps an element by its id: of elements with one id the first is meant. */
export function keepId(element: SvgElement, byId: Map<string, SvgElement>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
}

/** Keeps an element and those in it by their ids, as deep as the reader of XML lets them nest. */
export function keepIds(
  element: SvgElement,
  byId: Map<string, SvgElement>,
): ReadonlyMap<string, SvgElement> {
  keepId(element, byId);
  for (const child of element.children) keepIds(child, byId);
  return byId;
}

/** An id for a made element that no element of the drawing has. */
export function freeId(name: string, byId: ReadonlyMap<string, SvgElement>): string {
  let id = `imagewell-${name}`;
  while (byId.has(id)) id += '-';
  return id;
}
