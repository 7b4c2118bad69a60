import type { Format } from '../core/transform/formats.ts';
import { PARAMETER_WORDS } from '../core/transform/parameter-words.ts';
import { PARAMETER_NAMES, type ParameterName } from '../core/transform/parameters.ts';

/** One image of a figure: the request that the engine answers. */
export interface Shot {
  readonly query: string;
  /** Without it: webp. */
  readonly format?: Format;
}

/** Requests for one original, shown side by side. */
export interface FigurePlan {
  /** A file of docs-site/images, without its extension. */
  readonly original: string;
  readonly alt: string;
  readonly shots: readonly Shot[];
}

const CITRUS = { original: 'citrus-flatlay', alt: 'Slices of citrus fruit' };
const DUNES = { original: 'dunes-noon', alt: 'Dunes at noon' };
const BAY = { original: 'moon-bay', alt: 'The moon above a bay' };
const VASE = { original: 'vase-terracotta', alt: 'A terracotta vase' };
const POSTER = { original: 'bauhaus-poster', alt: 'A poster of circles and arcs' };

/** The ID of the overlay in every figure, whose file is docs-site/images/overlay-mark.webp. */
export const MARK_ID = 'img_mzxw6ytboi2dkmrvgezdgnbvgy';

const shots = (...queries: string[]): readonly Shot[] => queries.map((query) => ({ query }));

/**
 * Before and after of parameters; null if a parameter alone changes no pixel. A parameter without a
 * plan shows the contrast of its own row.
 */
const CHOSEN_FIGURES: { readonly [Name in ParameterName]?: FigurePlan | null } = {
  width: { ...DUNES, shots: shots('width=260', 'width=130') },
  height: { ...VASE, shots: shots('height=200', 'height=100') },
  quality: { ...CITRUS, shots: shots('width=260&quality=80', 'width=260&quality=10') },
  crop: {
    ...BAY,
    shots: shots('width=260', 'crop=240,40,420,315&width=260', 'crop=25p,0p,50p,50p&width=260'),
  },
  trim: {
    ...VASE,
    shots: shots('height=200', 'height=200&trim=60'),
  },
  frame: null, // a page of still images
  gamut: null, // no sample has colours beyond sRGB
  hdr: null, // no sample has a gain map
  rotate: { ...POSTER, shots: shots('width=260', 'width=260&rotate=90') },
  flip: { ...DUNES, shots: shots('width=260', 'width=260&flip=true') },
  flop: {
    ...VASE,
    shots: shots(
      'height=200',
      'crop=0,0,560,900&height=200',
      'crop=0,0,560,900&height=200&flop=true',
    ),
  },
  fit: {
    ...POSTER,
    shots: shots(
      'width=200&height=200',
      'width=200&height=200&fit=contain&background=e2e6e7',
      'width=200&height=200&fit=inside',
      'width=200&height=200&fit=fill',
    ),
  },
  position: {
    ...BAY,
    shots: shots(
      'width=120&height=200',
      'width=120&height=200&position=left',
      'width=120&height=200&position=attention',
      'width=120&height=200&position=0.3,0.5',
    ),
  },
  ratio: {
    ...POSTER,
    shots: shots(
      'width=200&ratio=16:9',
      'width=200&ratio=1:1',
      'width=200&ratio=1:1&fit=contain&background=e2e6e7',
    ),
  },
  dpr: { ...CITRUS, shots: shots('width=130', 'width=130&dpr=2') },
  enlarge: {
    ...BAY,
    shots: shots('crop=320,80,130,98&width=260', 'crop=320,80,130,98&width=260&enlarge=true'),
  },
  grayscale: { ...CITRUS, shots: shots('width=260', 'width=260&grayscale=true') },
  blur: { ...CITRUS, shots: shots('width=260', 'width=260&blur=6') },
  sharpen: { ...CITRUS, shots: shots('width=260', 'width=260&sharpen=3') },
  brightness: {
    ...DUNES,
    shots: shots('width=200', 'width=200&brightness=60', 'width=200&brightness=140'),
  },
  contrast: {
    ...DUNES,
    shots: shots('width=200', 'width=200&contrast=60', 'width=200&contrast=160'),
  },
  gamma: { ...BAY, shots: shots('width=200', 'width=200&gamma=0.6', 'width=200&gamma=2') },
  saturation: {
    ...CITRUS,
    shots: shots('width=200', 'width=200&saturation=30', 'width=200&saturation=200'),
  },
  hue: { ...CITRUS, shots: shots('width=200', 'width=200&hue=90', 'width=200&hue=200') },
  tint: { ...VASE, shots: shots('width=200', 'width=200&tint=704214', 'width=200&tint=70421480') },
  negate: { ...POSTER, shots: shots('width=260', 'width=260&negate=true') },
  pixelate: { ...CITRUS, shots: shots('width=260', 'width=260&pixelate=12') },
  pad: {
    ...POSTER,
    shots: shots('width=160&pad=20&background=e7c3a5', 'width=160&pad=0,60,0,0&background=e7c3a5'),
  },
  border: {
    ...CITRUS,
    shots: shots(
      'width=200&border=6,704214',
      'width=200&radius=30&border=6,704214',
      'width=160&height=160&mask=circle&border=6,704214',
    ),
  },
  radius: { ...CITRUS, shots: shots('width=260', 'width=260&radius=40') },
  mask: {
    ...BAY,
    shots: shots('width=200&height=200&mask=circle', 'width=260&height=200&mask=circle'),
  },
  background: {
    ...VASE,
    shots: shots(
      'width=260&height=200&fit=contain',
      'width=260&height=200&fit=contain&background=e7c3a5',
    ),
  },
  overlay: {
    ...BAY,
    shots: shots(
      `width=260&overlay=${MARK_ID}`,
      `height=200&fit=contain&width=260&overlay=${MARK_ID}`,
    ),
  },
  'overlay-text': {
    ...BAY,
    shots: shots(
      'width=260&overlay-text=© Ana Petrova',
      'width=260&overlay-text=Луна · القمر · ירח&overlay-width=60&overlay-position=top',
    ),
  },
  'overlay-align': {
    ...DUNES,
    shots: shots(
      'width=260&overlay-text=Dunes at noon,%0Aby Ana&overlay-width=60&overlay-position=center',
      'width=260&overlay-text=Dunes at noon,%0Aby Ana&overlay-width=60&overlay-position=center&overlay-align=left',
    ),
  },
  'overlay-font-size': {
    ...BAY,
    shots: shots(
      'width=260&overlay-text=The best photographs of the year&overlay-font-size=8&overlay-width=60',
      'width=260&overlay-text=The best photographs of the year&overlay-font-size=12&overlay-width=100&overlay-position=bottom-left',
    ),
  },
  'overlay-line-height': {
    ...BAY,
    shots: shots(
      'width=260&overlay-text=By night%0Ain the bay&overlay-width=50&overlay-line-height=1',
      'width=260&overlay-text=By night%0Ain the bay&overlay-width=50&overlay-line-height=1.8',
    ),
  },
  'overlay-color': {
    ...CITRUS,
    shots: shots(
      'width=260&overlay-text=Citrus&overlay-width=50',
      'width=260&overlay-text=Citrus&overlay-width=50&overlay-color=8a1c00c0',
    ),
  },
  'overlay-position': {
    ...DUNES,
    shots: shots(
      `width=260&overlay=${MARK_ID}&overlay-position=top-left`,
      `width=260&overlay=${MARK_ID}&overlay-position=0.95,0.93`,
    ),
  },
  'overlay-width': {
    ...DUNES,
    shots: shots(
      `width=260&overlay=${MARK_ID}&overlay-width=15`,
      `width=260&overlay=${MARK_ID}&overlay-width=60`,
    ),
  },
  'overlay-opacity': {
    ...BAY,
    shots: shots(
      `width=260&overlay=${MARK_ID}&overlay-opacity=30`,
      `width=260&overlay=${MARK_ID}&overlay-opacity=80`,
    ),
  },
  'overlay-tile': {
    ...CITRUS,
    shots: shots(`width=260&overlay=${MARK_ID}&overlay-tile=1&overlay-opacity=40`),
  },
  preset: null,
  download: null,
  fallback: null,
  expires: null,
  signature: null,
};

function figureOf(name: ParameterName): FigurePlan | null {
  const chosen = CHOSEN_FIGURES[name];
  const { contrast = [] } = PARAMETER_WORDS[name];
  return chosen === undefined ? { ...CITRUS, shots: shots(...contrast) } : chosen;
}

/** The figure of each parameter; null if it alone changes no pixel. */
export const PARAMETER_FIGURES = Object.fromEntries(
  PARAMETER_NAMES.map((name) => [name, figureOf(name)]),
) as Readonly<Record<ParameterName, FigurePlan | null>>;

/** Figures that a page asks for by `<!-- figure: NAME -->`. */
export const PAGE_FIGURES = {
  front: {
    original: 'alpine-dusk',
    alt: 'Mountain ridges at dusk',
    shots: shots(
      'width=280',
      'width=200&height=200&position=right',
      'width=280&grayscale=true',
      'width=280&blur=8',
    ),
  },
  formats: {
    ...CITRUS,
    shots: [
      { query: 'width=260', format: 'png' },
      { query: 'width=260', format: 'jpg' },
      { query: 'width=260', format: 'webp' },
      { query: 'width=260', format: 'avif' },
    ],
  },
} as const satisfies Readonly<Record<string, FigurePlan>>;
