import { draw } from './drawings.ts';

const STOPS = '<stop stop-color="red"/><stop offset="1" stop-color="lime"/>';
const LINEAR = `<linearGradient id="g" x2="0%" y2="100%">${STOPS}</linearGradient>`;
const RADIAL = `<radialGradient id="g" cx=".4">${STOPS}</radialGradient>`;

/** Paints in shares of the box of a path, whose curves have control points far outside of it. */
export const BOXED_DRAWINGS: Readonly<Record<string, string>> = {
  'a gradient on a curve': draw(`${LINEAR}<path d="M2 18C2-18 38-18 38 18z" fill="url(#g)"/>`),
  'a gradient on smooth curves of a group': draw(
    `${RADIAL}<g fill="url(#g) blue"><path d="m2 10q8 -30 18 0t18 0zs5,9 -9 9"/></g>`,
  ),
  'a gradient on the line of a turned arc': draw(
    `${LINEAR}<path d="M6 14A16 5 20 0 1 34 8" fill="none" stroke="url(#g)" stroke-width="3"/>`,
  ),
  'a gradient on a smooth cubic curve': draw(
    `${LINEAR}<path d="M2,18C2-12,18-12,20,8S38 38 38 2V18H2" fill="url(#g)"/>`,
  ),
  'a gradient of a template on a curve': draw(
    `<linearGradient id="a" gradientTransform="rotate(60)" spreadMethod="reflect" x2=".4">${STOPS}</linearGradient><linearGradient id="g" href="#a"/><path d="M2 18C2-18 38-18 38 18z" fill="url(#g)"/>`,
  ),
  'a focus on a curve': draw(
    `<radialGradient id="g" fx="20%" r="60%">${STOPS}</radialGradient><path d="M2 18Q20-30 38 18z" fill="url(#g)"/>`,
  ),
  'a pattern on a curve': draw(
    '<pattern id="g" width=".25" height=".5" x=".1"><rect width="5" height="5" fill="lime"/></pattern><path d="M2 18C2-18 38-18 38 18z" fill="url(#g)"/>',
  ),
};
