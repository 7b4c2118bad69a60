/** A number from 0 up to 1, the same row for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The numbers from 0 up to `count`. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const short = (value: number) => Number(value.toFixed(1));

/** A gradient from top to bottom, to be filled with by `url(#id)`. */
export function gradient(id: string, ...colors: readonly string[]): string {
  const stops = colors.map(
    (color, at) => `<stop offset="${at / (colors.length - 1)}" stop-color="${color}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

export function rect([x, y, width, height]: readonly number[], fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
}

export function circle([x, y, radius]: readonly number[], fill: string, more = ''): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;
}

export function path(data: string, fill: string, more = ''): string {
  return `<path d="${data}" fill="${fill}" ${more}/>`;
}

/** A range of hills to the bottom of the image; `height` is a share of the image's by place. */
export function ridge(
  [width, bottom]: readonly [number, number],
  fill: string,
  height: (at: number) => number,
): string {
  const steps = 60;
  const points = upTo(steps + 1).map((step) => {
    const at = step / steps;
    return `${short(at * width)} ${short(bottom * (1 - height(at)))}`;
  });
  return path(`M0 ${bottom}L${points.join('L')}L${width} ${bottom}Z`, fill);
}

/** A whole image in SVG. */
export function drawSvg(
  [width, height]: readonly [number, number],
  definitions: string,
  ...content: readonly string[]
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${content.join('')}</svg>`;
}
