import { CONTROLS, FORMAT_QUALITY } from '../../generated/parameters.ts';
import { editDistance } from '../../texts/edit-distance.ts';

/** The request: texts by parameter, without defaults. */
export type Values = Readonly<Record<string, string>>;

export interface PastedAddress {
  readonly imageId: string;
  readonly extension: string;
  readonly values: Values;
  /** Pairs that mean nothing to the service. */
  readonly ignored: readonly (readonly [name: string, value: string])[];
}

/** Whether an extension of an address is a choice of the format control. */
export const isFormat = (text: string) => text === 'auto' || Object.hasOwn(FORMAT_QUALITY, text);

/** A public address, which may have a name, or a private one. */
const ADDRESS = /^\/(?:res|private\/[^/]+)\/(img_[a-z2-7]{26})(?:\/[^/]+)?\.([a-z]+)$/i;
/** The parts of a grant, which open a private image and change nothing of it. */
const IS_GRANT = /^(Policy|Signature|Key-Pair-Id)$/;

/** The address of an image with its query; undefined where the text is none. */
export function readAddress(text: string): PastedAddress | undefined {
  const url = URL.parse(text.trim());
  const parts = ADDRESS.exec(url?.pathname ?? '');
  if (!url || !parts) return undefined;
  const values: Record<string, string> = {};
  const ignored: [string, string][] = [];
  for (const [name, value] of url.searchParams) {
    const row = CONTROLS.find((one) => one.name === name);
    if (!row && !IS_GRANT.test(name)) ignored.push([name, value]);
    if (row && value !== row.default) values[name] = value;
  }
  const extension = (parts[2] ?? '').toLowerCase();
  return { imageId: parts[1] ?? '', extension, values, ignored };
}

const SHORT: Readonly<Record<string, string>> = { w: 'width', h: 'height', q: 'quality' };

/** The parameter that a name was likely meant to be; undefined where none is near. */
export function findNearest(name: string): string | undefined {
  const requested = name.toLowerCase();
  if (SHORT[requested]) return SHORT[requested];
  const ranked = CONTROLS.map(({ name: one }) => ({
    name: one,
    far: editDistance(requested, one),
  }));
  ranked.sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(1, Math.round(best.name.length / 3)) ? best.name : undefined;
}
