import { BOXED_DRAWINGS } from './boxed-drawings.ts';
import { draw, filled, LEFT } from './drawings.ts';
import { LIT_DRAWINGS } from './lit-drawings.ts';
import { PLACED_DRAWINGS } from './placed-drawings.ts';

const SHADOW = `<filter id="f" x="-1" y="-1" width="3" height="3" color-interpolation-filters="sRGB"><feDropShadow dx="4" dy="3" stdDeviation="0"/></filter>`;
const shadowed = (transform: string) =>
  `${SHADOW}<g transform="${transform}"><path d="M12 4h10v3h-5v5h-5z" fill="lime" filter="url(#f)"/></g>`;
const morphology = (attributes: string) =>
  `<filter id="f"><feMorphology ${attributes}/></filter><rect x="2" y="2" width="16" height="16" fill="lime" filter="url(#f)"/>`;
const arrow = (fill: string, stroke: string) =>
  `<marker id="m" markerWidth="5" markerHeight="5" refX="2" refY="2" orient="auto"><path d="M0 0L4 2L0 4z" fill="${fill}" stroke="${stroke}"/></marker>`;
/** A PNG of 16 x 8 green pixels. */
const GREEN =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAMAAADHqI+lAAAAA1BMVEUAqgDzkmm5AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGBwAAACIAAEfWMd9AAAAAElFTkSuQmCC';
const image = (attributes: string) =>
  `<image ${attributes} href="data:image/png;base64,${GREEN}"/>`;

/** Drawings whose parts browsers read in another way than the renderer, each by its kind. */
export const ARRANGED_DRAWINGS: Readonly<Record<string, string>> = {
  'a shadow in a mirrored group': draw(shadowed('translate(40 0) scale(-1 1)')),
  'a shadow in a group on its head': draw(shadowed('rotate(180 20 10)')),
  'a shadow in a group on its side': draw(shadowed('rotate(90 20 10)')),
  'a shadow in a turned group': draw(shadowed('rotate(30 20 10)')),
  'a shadow of a function in a mirrored group': draw(
    '<g transform="translate(40 0) scale(-1 1)"><rect x="10" y="5" width="10" height="8" fill="lime" style="filter:drop-shadow(4px 3px 0 #000)"/></g>',
  ),
  'a shadow in a use that is mirrored': draw(
    `<defs>${SHADOW}<g id="a" filter="url(#f)"><rect x="10" y="5" width="10" height="8" fill="lime"/></g></defs><use href="#a" transform="translate(40 0) scale(-1 1)"/>`,
  ),
  'a blur of two widths in a group on its side': draw(
    `<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="4 0"/></filter><g transform="rotate(90 20 10)"><rect x="15" y="5" width="10" height="8" fill="lime" filter="url(#f)"/></g>`,
  ),
  'a flood in a turned group': draw(
    `<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="lime"/></filter><g transform="rotate(30 20 10)"><rect x="15" y="5" width="10" height="8" filter="url(#f)"/></g>`,
  ),
  'a blur in a region within its shape': draw(
    `<filter id="f" x=".2" y=".2" width=".6" height=".6"><feGaussianBlur stdDeviation="2"/></filter><rect ${LEFT} fill="lime" filter="url(#f)"/>`,
  ),
  'a filter that refers to another': draw(
    `<filter id="a"><feGaussianBlur stdDeviation="3"/></filter><filter id="f" xlink:href="#a"/><rect ${LEFT} fill="lime" filter="url(#f)"/>`,
  ),
  'a gradient that is not displayed': draw(
    `<linearGradient id="a" display="none"><stop stop-color="lime"/></linearGradient><rect ${LEFT} fill="url(#a)"/>`,
  ),
  'a gradient in a group that is not displayed': draw(
    `<g display="none"><linearGradient id="a"><stop stop-color="lime"/></linearGradient></g><rect ${LEFT} fill="url(#a) blue"/>`,
  ),
  'a gradient in definitions that are not displayed': draw(
    `<defs display="none"><linearGradient id="a"><stop stop-color="lime"/></linearGradient></defs><rect ${LEFT} fill="url(#a) blue"/>`,
  ),
  'a marker in definitions that are not displayed': draw(
    '<defs display="none"><marker id="a" markerWidth="9" markerHeight="9"><rect width="9" height="9"/></marker></defs><path d="M0 5h9" stroke="lime" marker-end="url(#a)"/>',
  ),
  'a clip that is not displayed': draw(
    `<clipPath id="a" display="none"><rect width="9" height="9"/></clipPath><rect ${LEFT} fill="lime" clip-path="url(#a)"/>`,
  ),
  'a mask that is not displayed': draw(
    `<mask id="a" display="none"><rect width="9" height="9" fill="#fff"/></mask><rect ${LEFT} fill="lime" mask="url(#a)"/>`,
  ),
  'a symbol that is not displayed': draw(
    `<symbol id="a" display="none"><rect ${LEFT}/></symbol><use href="#a"/>`,
  ),
  'a mask of a mask': draw(
    `<mask id="a"><rect width="9" height="9" fill="#fff"/></mask><mask id="b" mask="url(#a)"><rect width="15" height="20" fill="#fff"/></mask><rect ${LEFT} fill="lime" mask="url(#b)"/>`,
  ),
  'a gradient without stops': draw(`<linearGradient id="a"/><rect ${LEFT} fill="url(#a) red"/>`),
  'a gradient without an area': draw(
    `<linearGradient id="a" gradientTransform="scale(0)"><stop stop-color="red"/></linearGradient><rect ${LEFT} fill="url(#a) lime"/>`,
  ),
  'a gradient whose template has no area': draw(
    `<linearGradient id="b" gradientTransform="scale(0 1)"/><linearGradient id="a" href="#b"><stop stop-color="red"/></linearGradient><rect ${LEFT} fill="url(#a) lime"/>`,
  ),
  'a shape in place of a paint': draw(`<rect id="a"/><rect ${LEFT} fill="url(#a) lime"/>`),
  'a saturation of 200 %': filled('hsl(120,200%,25%)'),
  'a saturation of 200 % without commas': filled('hsl(120 200% 25%)'),
  'an image without sides': draw(image('x="2" y="2"')),
  'an image without a height': draw(image('width="30"')),
  'an image without a width': draw(image('height="10"')),
  'a kind of English in a switch': draw(
    `<switch><rect ${LEFT} fill="lime" systemLanguage="de, en-GB"/><rect ${LEFT} fill="red"/></switch>`,
  ),
  'a clip of another language': draw(
    `<clipPath id="a" systemLanguage="de"><circle cx="10" cy="10" r="9"/></clipPath><rect ${LEFT} fill="lime" clip-path="url(#a)"/>`,
  ),
  'a gradient of another language': draw(
    `<linearGradient id="a" systemLanguage="de"><stop stop-color="lime" systemLanguage="de"/></linearGradient><rect ${LEFT} fill="url(#a) red"/>`,
  ),
  'a mask of another language': draw(
    `<mask id="a" systemLanguage="de"><circle cx="10" cy="10" r="9" fill="#fff"/></mask><rect ${LEFT} fill="lime" mask="url(#a)"/>`,
  ),
  'a use of a shape in a group of another language': draw(
    `<g systemLanguage="de"><linearGradient id="b"><stop stop-color="red"/></linearGradient><rect id="a" ${LEFT} fill="lime"/></g><use href="#a"/><rect width="9" height="9" fill="url(#b) blue"/>`,
  ),
  'a use of a shape in an unknown element': draw(
    `<unknown><rect id="a" ${LEFT} fill="lime"/></unknown><use href="#a"/>`,
  ),
  'a polygon with a fault in its points': draw(
    '<polygon points="2 2 38 2 38 18 2 18 x" fill="red"/><polygon points="2 2 38 2,,38 18" fill="red"/>',
  ),
  'a polyline with a unit in its points': draw(
    '<polyline points="2 2 38px 2 38 18" fill="red" stroke="red"/>',
  ),
  'a polygon with an odd number of points': draw(
    '<polygon points="2,2 38,2,38-18+.5e1, 1.8e1 7," fill="lime"/>',
  ),
  'a symbol with a transform': draw(
    `<symbol id="a" transform="scale(2 1)" overflow="visible"><rect width="9" height="9" fill="lime"/></symbol><use href="#a" x="4" y="2" transform="rotate(9)"/>`,
  ),
  'a clip whose shape has a filter': draw(
    `<filter id="f" width=".5"><feGaussianBlur stdDeviation="2"/></filter><clipPath id="a"><circle cx="10" cy="10" r="9" filter="url(#f)"/></clipPath><rect ${LEFT} fill="lime" clip-path="url(#a)"/>`,
  ),
  'a shape that is thinned by nothing': draw(morphology('')),
  'a shape that is thinned by three numbers': draw(morphology('radius="3 3 3"')),
  'a shape that is thinned by less than nothing': draw(morphology('radius="4 -1"')),
  'markers with the colours of their lines': draw(
    `${arrow('context-stroke', 'none')}<path d="M4 15L14 5" stroke="red" stroke-width="2" marker-end="url(#m)"/><path d="M24 15L34 5" stroke="lime" stroke-opacity=".5" stroke-width="2" marker-end="url(#m)"/>`,
  ),
  'markers with both paints of a group': draw(
    `${arrow('context-fill', 'context-stroke')}<g color="blue" fill="currentColor" stroke="red" marker-start="url(#m)" marker-mid="url(#m)"><path d="M9 15V5H30V12"/></g>`,
  ),
  'a marker that inherits the paint of its line': draw(
    '<marker id="m" markerWidth="3" markerHeight="3" fill="context-stroke"><rect width="3" height="3"/></marker><path d="M4 5h20" stroke="lime" stroke-width="3" marker-end="url(#m)"/>',
  ),
  ...BOXED_DRAWINGS,
  ...LIT_DRAWINGS,
  ...PLACED_DRAWINGS,
};
