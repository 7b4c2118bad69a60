import { withoutComments } from '../count-sheet.ts';
import { refuseSvg } from '../svg-faults.ts';

const URL_START = /url\s*\(/gi;
const LOCAL_URL = /url\s*\(\s*(["']?)#([^"'()\\\s]+)\1\s*\)/giy;
const DATA_URL = /url\s*\(\s*["']?data:/giy;
/** Names in `@namespace`, which nothing loads. */
const NAMESPACE =
  /url\s*\(\s*["']?http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink|1999\/xhtml)["']?\s*\)/giy;
const WITHIN = [LOCAL_URL, DATA_URL, NAMESPACE];
const DATA = /(url\(["']?data:[\w/+.;=-]{0,100},)[A-Za-z0-9+/=]+(?=["')])/gi;
const NONE: readonly string[] = [];

/** A style sheet without the data that it embeds, such as of fonts: nothing of them is drawn. */
export const withoutData = (sheet: string): string =>
  sheet.includes('data:') ? sheet.replace(DATA, '$1') : sheet;

/** The ids that `url(#…)` names; an ImageFileFault for any other URL. */
export function readUrls(value: string): readonly string[] {
  // most values have none, and a search for one character is quick
  if (!value.includes('(')) return NONE;
  return [...value.matchAll(URL_START)].map(({ index }) => {
    LOCAL_URL.lastIndex = index;
    return LOCAL_URL.exec(value)?.[2] ?? refuseSvg('foreign');
  });
}

/**
 * An ImageFileFault if a style sheet, or a `style`, names data outside of the drawing, in whatever
 * property. Data in the sheet itself, such as of a font, are within.
 */
export function checkUrls(text: string): void {
  const sheet = withoutComments(text);
  if (/@import/i.test(sheet)) refuseSvg('foreign');
  if (!sheet.includes('(')) return;
  for (const { index } of sheet.matchAll(URL_START)) {
    const isWithin = WITHIN.some((one) => {
      one.lastIndex = index;
      return one.test(sheet);
    });
    if (!isWithin) refuseSvg('foreign');
  }
}
