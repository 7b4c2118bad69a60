import { deflateSync } from 'node:zlib';
import { pngChunk } from '../../images/make-png.ts';
import { DOCUMENTS, STYLES } from './svg-document-attacks.ts';
import {
  CANVAS,
  fill,
  longPath,
  type MakeSvg,
  nest,
  place,
  squareOf,
  styled,
} from './svg-pieces.ts';
import { STYLE_ATTACKS } from './svg-style-attacks.ts';

const FULL = (at: number) => `<rect width="100" height="100" fill-opacity=".${(at % 8) + 1}"/>`;
const filtered = (primitives: string, users: string, attributes = '') =>
  squareOf(`<filter id="f" ${attributes}>${primitives}</filter>${users}`);
const FILTERED = '<rect width="100" height="100" filter="url(#f)"/>';

/** References: the size of the drawn part, times how often. */
const REFERENCES: Readonly<Record<string, MakeSvg>> = {
  'uses of one part': (bytes) =>
    squareOf(
      `<g id="a">${fill(bytes / 2, '<g/>', 24_000)}</g>${fill(bytes / 2, '<use href="#a"/>', 9_000)}`,
    ),
  'uses within bounds': (bytes) =>
    squareOf(`<g id="a">${fill(bytes, CANVAS, 90)}</g>${fill(bytes, '<use href="#a"/>', 500)}`),
  'uses of uses': () =>
    squareOf(
      Array.from({ length: 40 }, (_, at) =>
        at === 0
          ? `<g id="u0">${CANVAS}</g>`
          : `<g id="u${at}">${`<use href="#u${at - 1}"/>`.repeat(2)}</g>`,
      ).join(''),
    ),
  'one id, often x uses': (bytes) =>
    squareOf(fill(bytes / 2, '<g id="a"/>', 24_000) + fill(bytes / 2, '<use href="#a"/>', 24_000)),
  'uses of nothing': (bytes) => squareOf(fill(bytes, (at) => `<use href="#n${at}"/>`, 24_000)),
  'long ids x uses': (bytes) => {
    const id = 'a'.repeat(bytes / 200);
    return squareOf(`<g id="${id}"/>${fill(bytes, `<use href="#${id}"/>`)}`);
  },
  'symbols x uses': (bytes) =>
    squareOf(
      `<symbol id="s" viewBox="0 0 9 9">${CANVAS}</symbol>${fill(bytes, '<use href="#s" width="50" height="50"/>', 15_000)}`,
    ),
  'markers x points': (bytes) =>
    squareOf(
      `<marker id="m">${CANVAS}</marker><path marker-mid="url(#m)" d="${longPath(Math.min(bytes, 90_000))}"/>`,
    ),
  'markers of markers': (bytes) =>
    squareOf(
      `${Array.from(
        { length: 6 },
        (_, at) =>
          `<marker id="m${at}"><path marker-mid="url(#m${at - 1})" d="${longPath(Math.min(bytes / 9, 60))}"/></marker>`,
      ).join('')}<path marker-mid="url(#m5)" d="${longPath(60)}"/>`,
    ),
  'patterns in patterns': () =>
    squareOf(
      `${Array.from(
        { length: 30 },
        (_, at) =>
          `<pattern id="p${at}" width=".1" height=".1">${`<rect width="10" height="10" fill="url(#p${at - 1})"/>`.repeat(2)}</pattern>`,
      ).join('')}<rect width="100" height="100" fill="url(#p29)"/>`,
    ),
  'tiny tiles of a pattern': (bytes) =>
    squareOf(
      `<pattern id="p" width=".0001" height=".0001"><rect width="1" height="1"/></pattern>${fill(bytes, '<rect width="100" height="100" fill="url(#p)"/>', 900)}`,
    ),
  'large tiles of a pattern x users': (bytes) =>
    squareOf(
      `<pattern id="p" width="5" height="5">${CANVAS}</pattern>${fill(bytes, '<rect width="100" height="100" fill="url(#p)"/>', 24_000)}`,
    ),
  'masks in masks': () =>
    squareOf(
      `${Array.from(
        { length: 60 },
        (_, at) => `<mask id="m${at}" ${at > 0 ? `mask="url(#m${at - 1})"` : ''}>${CANVAS}</mask>`,
      ).join('')}<rect width="100" height="100" mask="url(#m59)"/>`,
    ),
  'masks x users': (bytes) =>
    squareOf(
      `<mask id="m">${CANVAS}</mask>${fill(bytes, '<rect width="100" height="100" mask="url(#m)"/>')}`,
    ),
  'clip paths in clip paths': () =>
    squareOf(
      `${Array.from(
        { length: 60 },
        (_, at) =>
          `<clipPath id="c${at}" ${at > 0 ? `clip-path="url(#c${at - 1})"` : ''}>${CANVAS}</clipPath>`,
      ).join('')}<rect width="100" height="100" clip-path="url(#c59)"/>`,
    ),
  'clip paths x users': (bytes) =>
    squareOf(
      `<clipPath id="c">${CANVAS.repeat(9)}</clipPath>${fill(bytes, '<rect width="100" height="100" clip-path="url(#c)"/>')}`,
    ),
  'a clip path by rules x users': (bytes) =>
    squareOf(
      styled('rect{clip-path:url(#c)}') +
        `<clipPath id="c"><path d="M0 0h9v9z"/></clipPath>${fill(bytes, CANVAS)}`,
    ),
  'stops x users': (bytes) =>
    squareOf(
      `<linearGradient id="l">${fill(bytes / 2, (at) => `<stop offset="${at / 24_000}"/>`, 30_000)}</linearGradient>` +
        fill(bytes / 2, '<rect width="1" height="1" fill="url(#l)"/>', 19_000),
    ),
  'gradients of gradients x users': (bytes) =>
    squareOf(
      `<linearGradient id="l0"><stop/><stop/></linearGradient>${fill(bytes / 2, (at) => `<linearGradient id="l${at + 1}" href="#l${at}"/>`, 190)}` +
        fill(bytes / 2, '<rect width="9" height="9" fill="url(#l189)"/>', 24_000),
    ),
  'a chain of gradients without end': (bytes) =>
    squareOf(fill(bytes, (at) => `<linearGradient id="l${at}" href="#l${at + 1}"/>`, 24_000)),
};

/** Filters. */
const FILTERS: Readonly<Record<string, MakeSvg>> = {
  'a list as the order of a matrix': (bytes) =>
    filtered(`<feConvolveMatrix order="${fill(bytes, '3 ')}"/>`, FILTERED),
  'a list as the radius of a morphology': (bytes) =>
    filtered(`<feMorphology radius="${fill(bytes, '1 ')}"/>`, FILTERED),
  'the numbers of a matrix': (bytes) =>
    filtered(`<feConvolveMatrix order="9" kernelMatrix="${fill(bytes, '1 ')}"/>`, FILTERED),
  'matrices of an order': () =>
    filtered(`<feConvolveMatrix order="20" kernelMatrix="${'1 '.repeat(400)}"/>`, FILTERED),
  'tables of a transfer': (bytes) =>
    filtered(
      `<feComponentTransfer><feFuncR type="table" tableValues="${fill(bytes, '1 ')}"/></feComponentTransfer>`,
      FILTERED,
    ),
  'tables of a transfer x users': (bytes) =>
    filtered(
      `<feComponentTransfer><feFuncR type="table" tableValues="${fill(bytes / 2, '1 ')}"/></feComponentTransfer>`,
      fill(bytes / 2, '<rect width="1" height="1" filter="url(#f)"/>', 30_000),
    ),
  blurs: (bytes) => filtered(fill(bytes, '<feGaussianBlur stdDeviation="9"/>', 30), FILTERED),
  'a blur without end': () => filtered('<feGaussianBlur stdDeviation="1e9"/>', FILTERED),
  'small blurs x users': (bytes) =>
    filtered(
      '<feGaussianBlur stdDeviation="2"/>',
      fill(bytes, '<rect width="2" height="2" filter="url(#f)"/>', 900),
    ),
  'steps of a filter': (bytes) => filtered(fill(bytes, '<feOffset dx="1"/>', 900), FILTERED),
  'merges of a filter': (bytes) =>
    filtered(`<feMerge>${fill(bytes, '<feMergeNode/>', 24_000)}</feMerge>`, FILTERED),
  noise: () => filtered('<feTurbulence baseFrequency=".9" numOctaves="8"/>', FILTERED),
  'noise without end': () =>
    filtered('<feTurbulence baseFrequency="1e30" numOctaves="1e9"/>', FILTERED),
  'noise, often': (bytes) =>
    filtered(fill(bytes, '<feTurbulence baseFrequency=".9" numOctaves="4"/>', 3), FILTERED),
  light: (bytes) =>
    filtered(
      fill(
        bytes,
        '<feSpecularLighting specularExponent="20"><fePointLight x="1" y="2" z="3"/></feSpecularLighting>',
        30,
      ),
      FILTERED,
    ),
  'a morphology': () =>
    filtered('<feMorphology radius=".2"/>', FILTERED, 'x="0" y="0" width="1" height="1"'),
  displacements: (bytes) =>
    filtered(fill(bytes, '<feDisplacementMap in2="SourceGraphic" scale="50"/>', 30), FILTERED),
  'tiles of a filter': (bytes) =>
    filtered(fill(bytes, '<feFlood x="0" y="0" width=".01" height=".01"/><feTile/>', 20), FILTERED),
  'filters x one user': (bytes) =>
    squareOf(
      `<filter id="f"><feOffset/></filter><g filter="${fill(bytes, 'url(#f) ', 24_000)}">${CANVAS}</g>`,
    ),
  'functions of a filter': (bytes) =>
    squareOf(`<g filter="${fill(bytes, 'blur(9px) ')}">${CANVAS}</g>`),
  'functions of a filter in a rule': (bytes) =>
    squareOf(
      styled(`rect{filter:${fill(bytes / 2, 'blur(9px) ')}}`) + fill(bytes / 2, CANVAS, 20_000),
    ),
  'functions of a filter x elements': (bytes) =>
    squareOf(
      fill(bytes, '<rect width="100" height="100" filter="blur(9px) blur(9px) blur(9px)"/>', 90),
    ),
  'a filter far beyond the canvas': (bytes) =>
    squareOf(
      `<filter id="f" x="-9" y="-9" width="19" height="19">${fill(bytes, '<feGaussianBlur stdDeviation="1"/>', 20)}</filter><rect x="-9999" y="-9999" width="20000" height="20000" filter="url(#f)"/>`,
    ),
};

/** Shapes and layers. */
const SHAPES: Readonly<Record<string, MakeSvg>> = {
  'dashes x a long path': (bytes) =>
    squareOf(
      `<path stroke="red" stroke-dasharray="${fill(bytes / 2, '.1 .2 ')}" d="${longPath(bytes / 2)}"/>`,
    ),
  'tiny dashes x a long path': (bytes) =>
    squareOf(`<path stroke="red" fill="none" stroke-dasharray=".001" d="${longPath(bytes)}"/>`),
  'tiny dashes x elements': (bytes) =>
    squareOf(fill(bytes, '<path stroke="red" stroke-dasharray=".001" d="M0 0H100"/>', 24_000)),
  'dashes of a huge path': () =>
    squareOf('<path stroke="red" stroke-dasharray="1e-9" d="M-1e9 0H1e9"/>'),
  'dashes x round caps': (bytes) =>
    squareOf(
      `<path stroke="red" stroke-width="90" stroke-linecap="round" stroke-dasharray=".01 .02" d="${longPath(bytes / 9)}"/>`,
    ),
  'a long path': (bytes) => squareOf(`<path d="${longPath(bytes)}"/>`),
  'a long stroke': (bytes) => squareOf(`<path stroke="red" fill="none" d="${longPath(bytes)}"/>`),
  'a long and wide stroke with round joins': (bytes) =>
    squareOf(
      `<path stroke="red" fill="none" stroke-width="60" stroke-linejoin="round" stroke-linecap="round" d="${longPath(bytes)}"/>`,
    ),
  'a stroke of curves': (bytes) =>
    squareOf(
      `<path stroke="red" stroke-width="9" d="M0 0${fill(bytes, (at) => `Q${place(at)} 9 ${place(at + 5)} ${place(at + 7)}`)}"/>`,
    ),
  arcs: (bytes) =>
    squareOf(`<path stroke="red" d="M0 0${fill(bytes, (at) => `A50 50 0 1 1 ${place(at)} 9`)}"/>`),
  'points of a polygon': (bytes) =>
    squareOf(`<polygon points="${fill(bytes, (at) => `${place(at)},9 `)}"/>`),
  'shortest paths': (bytes) => squareOf(fill(bytes, '<path d="M0 0h9v9z"/>', 24_000)),
  circles: (bytes) => squareOf(fill(bytes, '<circle r="90" stroke="red"/>', 24_000)),
  'full canvases': (bytes) => squareOf(fill(bytes, FULL, 24_000)),
  'huge numbers': (bytes) =>
    squareOf(
      fill(
        bytes,
        '<path stroke="red" stroke-width="1e30" d="M-1e38 1e38L1e38-1e38C1e30 2 3 1e30 4 4"/>',
        24_000,
      ),
    ),
  'tiny numbers': (bytes) =>
    squareOf(
      fill(bytes, '<path stroke="red" d="M1e-38 1e-38l1e-30 1e-30"/>', 24_000),
      'viewBox="0 0 1e-3 1e-3"',
    ),
  'layers in layers': (bytes) =>
    squareOf(fill(bytes, () => nest(95, () => '<g opacity=".9">', '</g>', CANVAS), 1)),
  layers: (bytes) => squareOf(fill(bytes, `<g opacity=".5">${CANVAS}${CANVAS}</g>`, 500)),
  'layers beyond the canvas': (bytes) =>
    squareOf(
      fill(
        bytes,
        '<g opacity=".5"><rect x="-900" y="-900" width="9999" height="9999"/><rect/></g>',
        30,
      ),
    ),
  'layers beyond the canvas, in each other': () =>
    squareOf(
      nest(
        20,
        () => '<g opacity=".9">',
        '</g>',
        '<rect x="-900" y="-900" width="9999" height="9999"/><rect/>',
      ),
    ),
  'blended layers': (bytes) =>
    squareOf(fill(bytes, `<g style="mix-blend-mode:hue">${CANVAS}</g>`, 500)),
  transforms: (bytes) => squareOf(`<g transform="${fill(bytes, 'rotate(1)')}">${CANVAS}</g>`),
  'groups in groups': (bytes) =>
    squareOf(
      fill(
        bytes,
        nest(95, () => '<g transform="scale(1)">', '</g>', CANVAS),
        500,
      ),
    ),
  'a large bitmap of noise': (bytes) =>
    squareOf(
      `<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="9" numOctaves="1"/></filter>${FILTERED}${' '.repeat(bytes / 2)}`,
      'width="4096" height="4096" viewBox="0 0 100 100"',
    ),
  'a large bitmap of shapes': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) =>
          `<path fill="#${(((at * 7_919) % 900) + 100).toString()}" d="M${place(at)} ${place(at * 3)}l2 1 0 2z"/>`,
        24_000,
      ),
      'width="4096" height="4096" viewBox="0 0 100 100"',
    ),
};

/** A PNG of these pixels; the side is what its header says. */
function pngOf(side: number, rows: Uint8Array): string {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', ''),
  ]);
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** Of one colour. */
const plainPng = (side: number) => pngOf(side, Buffer.alloc((side * 4 + 1) * side));

function noisyPng(side: number): string {
  const rows = Buffer.alloc((side * 4 + 1) * side);
  let state = 7;
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    rows[at] = at % (side * 4 + 1) === 0 ? 0 : state >> 16;
  }
  return pngOf(side, rows);
}

/** Embedded images. */
const IMAGES: Readonly<Record<string, MakeSvg>> = {
  'a large image': () => squareOf(`<image width="100" height="100" href="${plainPng(5_000)}"/>`),
  'a large bitmap of an image of noise': (bytes) =>
    squareOf(
      `<image width="100" height="100" href="${noisyPng(Math.floor(Math.sqrt(bytes / 6)))}"/>`,
      'width="4096" height="4096" viewBox="0 0 100 100"',
    ),
  'an image x uses': (bytes) =>
    squareOf(
      `<image id="i" width="100" height="100" href="${plainPng(200)}"/>${fill(bytes, '<use href="#i"/>', 900)}`,
    ),
  images: (bytes) => {
    const image = `<image width="100" height="100" href="${plainPng(30)}"/>`;
    return squareOf(fill(bytes, image, 15_000));
  },
  'images in a filter': () => filtered(`<feImage href="${plainPng(900)}"/>`.repeat(9), FILTERED),
  'spaces in an image': (bytes) =>
    squareOf(`<image href="data:image/png;base64,AAAA${' '.repeat(bytes)}!"/>`),
  'a long image that is none': (bytes) =>
    squareOf(`<image href="data:image/png;base64,${'A'.repeat(bytes)}"/>`),
};

/** Each kind of an attack, by name: products of numbers, and much of one thing. */
export const SVG_ATTACKS: Readonly<Record<string, MakeSvg>> = {
  ...STYLES,
  ...STYLE_ATTACKS,
  ...DOCUMENTS,
  ...REFERENCES,
  ...FILTERS,
  ...SHAPES,
  ...IMAGES,
};
