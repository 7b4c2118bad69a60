import type { Format } from '../../core/transform/formats.ts';
import type { StepName } from '../../core/transform/transformation.ts';
import type { OriginalName } from './costly-originals.ts';

/** A request whose size is as large as its price allows. */
export interface CostlyRequest {
  readonly from: OriginalName;
  readonly format: Format;
  readonly query: string;
}

const SMALL = 'JPEG of 640 x 480';
const SHEER = 'PNG of 640 x 480 with alpha';
const CAMERA = 'JPEG of 24 megapixels';

/** The dearest values of each step; it is tried on opaque pixels and on others. */
const OF_STEPS: Readonly<Record<StepName, readonly string[]>> = {
  orient: [],
  trim: ['trim=0'],
  crop: ['crop=1p,1p,98p,98p'],
  turn: ['rotate=90&flop=true'],
  resize: ['fit=fill', 'pad=100'],
  brightness: ['brightness=120'],
  contrast: ['contrast=120'],
  gamma: ['gamma=2'],
  saturation: ['saturation=150'],
  hue: ['hue=90'],
  grayscale: ['grayscale=true&blur=1'],
  tint: ['tint=ff000080'],
  negate: ['negate=true'],
  pixelate: ['pixelate=2', 'pixelate=1000'],
  blur: ['blur=0.3', 'blur=10', 'blur=100'],
  sharpen: [
    'sharpen=0.1',
    'sharpen=10',
    'blur=100&sharpen=10',
    'blur=0.3&sharpen=10',
    'blur=100&sharpen=0.1',
  ],
  border: ['border=8192,ff000080', 'mask=circle&border=1000,ff000080'],
  shape: ['mask=circle'],
  background: ['background=ff000080'],
  overlay: ['overlay-text=W&overlay-width=1&overlay-tile=1', 'overlay-text=W&overlay-width=100'],
  encode: [],
};

const ALL_EFFECTS =
  'brightness=120&contrast=120&gamma=2&saturation=150&hue=90&tint=ff000080&negate=true&pixelate=2&blur=10&sharpen=10&border=9,ff000080&radius=100&background=ff000080&overlay-text=W&overlay-tile=1';

const stepRequests = (from: OriginalName, format: Format) =>
  Object.values(OF_STEPS).flatMap((queries) => queries.map((query) => ({ from, format, query })));

/** Every encoder at its highest quality and at its default, of opaque pixels and of others. */
function encoderRequests(from: OriginalName): CostlyRequest[] {
  const formats: readonly Format[] = ['jpg', 'png', 'webp', 'avif', 'gif'];
  return formats.flatMap((format) => [
    { from, format, query: 'quality=100&sharpen=0.1' },
    { from, format, query: '' },
  ]);
}

/** An image as it was stored: of each kind, in the formats that it is likely to be asked in. */
const OF_ORIGINALS: readonly CostlyRequest[] = [
  { from: CAMERA, format: 'webp', query: '' },
  { from: CAMERA, format: 'webp', query: 'blur=100' },
  { from: CAMERA, format: 'avif', query: '' },
  { from: CAMERA, format: 'jpg', query: 'sharpen=10' },
  { from: CAMERA, format: 'png', query: 'contrast=120' },
  { from: 'JPEG of 50 megapixels, progressive, with a profile', format: 'webp', query: '' },
  { from: 'JPEG of 50 megapixels, progressive, with a profile', format: 'jpg', query: 'trim=0' },
  { from: 'JPEG of 24 megapixels in four inks', format: 'webp', query: '' },
  { from: 'PNG of 50 megapixels in 256 colours', format: 'png', query: '' },
  { from: 'PNG of 50 megapixels in 256 colours', format: 'webp', query: '' },
  { from: 'PNG of 8 megapixels, 16 bits, with alpha', format: 'webp', query: 'quality=100' },
  { from: 'WebP of 25 megapixels with alpha', format: 'webp', query: 'quality=100' },
  { from: 'WebP of 25 megapixels with alpha', format: 'jpg', query: 'blur=30' },
  { from: 'GIF of 500 frames of 200 x 200', format: 'webp', query: '' },
  { from: 'GIF of 500 frames of 200 x 200', format: 'gif', query: '' },
  { from: 'GIF of 500 frames of 200 x 200', format: 'gif', query: 'sharpen=1' },
  { from: 'WebP of 50 frames of 300 x 300', format: 'gif', query: 'blur=10' },
  { from: 'WebP of 50 frames of 300 x 300', format: 'webp', query: 'quality=100' },
];

/** The costliest requests of each kind. */
export const COSTLY_REQUESTS: readonly CostlyRequest[] = [
  ...stepRequests(SMALL, 'jpg'),
  ...stepRequests(SHEER, 'png'),
  ...encoderRequests(SMALL),
  ...encoderRequests(SHEER),
  { from: SMALL, format: 'jpg', query: ALL_EFFECTS },
  { from: SHEER, format: 'png', query: ALL_EFFECTS },
  ...OF_ORIGINALS,
];
