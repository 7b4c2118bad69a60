import { CONTROLS } from '../console/src/generated/parameters.ts';
import { PATHS } from '../console/src/state/route-names.ts';

const CONTROLLED = new Set(CONTROLS.map(({ name }) => name));
/** Of another image, which the project of a reader has not. */
const IMAGE_ID = /^img_/;
const EXAMPLE = /^[a-z-]+=\S+$/;

/** Whether the playground reads every parameter of an address, and there is one. */
export function isPlaygroundLink({ pathname, searchParams }: URL): boolean {
  const names = [...searchParams.keys()].filter((name) => name !== 'format');
  const isRead = names.every((name) => CONTROLLED.has(name));
  return pathname === PATHS.playground && searchParams.size > 0 && isRead;
}

/**
 * The playground with the parameters of an example. Undefined where it has no control for one of
 * them, or the example names an image.
 */
export function playgroundLink(query: string, format?: string): string | undefined {
  const asked = new URLSearchParams(query);
  if (format !== undefined) asked.set('format', format);
  const link = `${PATHS.playground}?${asked}`;
  const namesImage = [...asked.values()].some((value) => IMAGE_ID.test(value));
  return isPlaygroundLink(new URL(link, 'http://site')) && !namesImage ? link : undefined;
}

/** A parameter with its value, as `width=400`, in a table of examples. */
export function linkOfExample(code: string): string | undefined {
  return EXAMPLE.test(code) ? playgroundLink(code) : undefined;
}

/** For links out of the docs: their router takes no link that has a target. */
export const LEAVES_THE_DOCS = { target: '_self', title: 'Open in the playground' } as const;
