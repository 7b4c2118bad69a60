const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/iy;
const GAP = /[ \t\r\n\f]*/y;
const POLYS = ['polygon', 'polyline'];

/** The place behind a match at this one; undefined without one. */
function behind(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const behindGap = (text: string, at: number) => behind(GAP, text, at) ?? at;

/** Whether a list of points has numbers alone, with at most one comma behind each. */
export function isPointList(text: string): boolean {
  let at = behindGap(text, 0);
  while (at < text.length) {
    const end = behind(NUMBER, text, at);
    if (end === undefined) return false;
    at = behindGap(text, end);
    if (text[at] === ',') at = behindGap(text, at + 1);
  }
  return true;
}

/** Whether browsers draw nothing of a shape, because its list of points has a fault. */
export function hasFaultyPoints(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return POLYS.includes(name) && !isPointList(attributes.get('points') ?? '');
}
