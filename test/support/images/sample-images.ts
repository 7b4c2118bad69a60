import * as foreign from './foreign-jpegs.ts';
import { gifApplication, gifControl, gifFrame, gifOf } from './make-gif.ts';
import { insertAfterHeader, pngChunk } from './make-png.ts';
import { chunksOf, extendedChunk, frameChunk, webpOf } from './make-webp.ts';
import { framesPipeline, pixelPipeline } from './raw-pixels.ts';

/** An image whose form is worth a test. */
export interface SampleImage {
  readonly name: string;
  readonly format: 'jpg' | 'png' | 'webp' | 'gif';
  readonly bytes: Uint8Array;
}

type Makers = Record<string, () => Promise<Uint8Array> | Uint8Array>;

const JPEGS: Makers = {
  baseline: () => pixelPipeline().jpeg().toBuffer(),
  progressive: () => pixelPipeline().jpeg({ progressive: true }).toBuffer(),
  'mozjpeg with optimised scans': () => pixelPipeline().jpeg({ mozjpeg: true }).toBuffer(),
  'grey scale': () => pixelPipeline(1).toColourspace('b-w').jpeg().toBuffer(),
  'full chroma': () => pixelPipeline().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'CMYK with profile': () =>
    pixelPipeline().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
  'wide gamut': () => pixelPipeline().withIccProfile('p3').jpeg().toBuffer(),
  'restart markers': () => foreign.RESTARTED_PROGRESSIVE_JPEG,
  'one scan a component': () => foreign.NON_INTERLEAVED_JPEG,
  'RGB by Adobe marker': () => foreign.RGB_JPEG,
};

const PNGS: Makers = {
  truecolour: () => pixelPipeline().png().toBuffer(),
  'with alpha': () => pixelPipeline(4).png().toBuffer(),
  'grey scale': () => pixelPipeline(1).toColourspace('b-w').png().toBuffer(),
  'grey with alpha': () => pixelPipeline(2).toColourspace('b-w').png().toBuffer(),
  '16 bits': () => pixelPipeline().toColourspace('rgb16').png().toBuffer(),
  palette: () => pixelPipeline().png({ palette: true, colours: 16 }).toBuffer(),
  'palette with transparency': () => pixelPipeline(4).png({ palette: true }).toBuffer(),
  interlaced: () => pixelPipeline().png({ progressive: true }).toBuffer(),
  'wide gamut': () => pixelPipeline().withIccProfile('p3').png().toBuffer(),
  'one transparent colour': async () =>
    insertAfterHeader(
      await pixelPipeline().png().toBuffer(),
      pngChunk('tRNS', '\0\x20\0\x20\0\x20'),
    ),
  'gamma, chromaticities and significant bits': async () =>
    insertAfterHeader(
      await pixelPipeline().png().toBuffer(),
      pngChunk('gAMA', '\0\0\xb1\x8f'),
      pngChunk(
        'cHRM',
        Buffer.from(
          '7A2600008084FA000080E8000075300000EA6000003A9800001770'.padStart(64, '0'),
          'hex',
        ),
      ),
      pngChunk('sBIT', '\x08\x08\x08'),
    ),
};

const WEBPS: Makers = {
  lossy: () => pixelPipeline().webp().toBuffer(),
  lossless: () => pixelPipeline().webp({ lossless: true }).toBuffer(),
  'lossy with alpha': () => pixelPipeline(4).webp().toBuffer(),
  'lossless with alpha': () => pixelPipeline(4).webp({ lossless: true }).toBuffer(),
  'wide gamut': () => pixelPipeline().withIccProfile('p3').webp().toBuffer(),
  animated: () =>
    framesPipeline(3)
      .webp({ loop: 4, delay: [40, 80, 120] })
      .toBuffer(),
  'animated lossless': () => framesPipeline(2).webp({ lossless: true }).toBuffer(),
  'frames off the corner': offsetFrames,
};

const GIFS: Makers = {
  still: () => pixelPipeline().gif().toBuffer(),
  'with alpha': () => pixelPipeline(4).gif().toBuffer(),
  animated: () =>
    framesPipeline(3)
      .gif({ loop: 4, delay: [40, 80, 120] })
      .toBuffer(),
  'animated, tables of their own': () =>
    framesPipeline(3).gif({ reuse: false, interPaletteMaxError: 0 }).toBuffer(),
  'looping by ANIMEXTS': () =>
    gifOf(
      10,
      8,
      gifApplication('ANIMEXTS1.0', [1, 7, 0]),
      gifFrame(0, 0, 10, 8),
      gifFrame(1, 1, 4, 4),
    ),
  'transparent second frame': () =>
    gifOf(10, 8, gifControl(8), gifFrame(0, 0, 10, 8), gifControl(1), gifFrame(0, 0, 10, 8)),
  'screen smaller than the first frame': () => gifOf(4, 4, gifFrame(3, 2, 10, 8)),
  'screen smaller than the second frame': () =>
    gifOf(8, 8, gifFrame(0, 0, 8, 8), gifFrame(0, 0, 20, 20)),
  'frame smaller than the screen': () => gifOf(30, 20, gifFrame(2, 2, 10, 8)),
  'screen of the editor': () => gifOf(640, 480, gifFrame(0, 0, 10, 8)),
  'screen of the editor, filled': () => gifOf(160, 120, gifFrame(0, 0, 160, 120)),
  'screen too large to be true': () => gifOf(2049, 10, gifFrame(0, 0, 10, 8)),
  'screen of no size': () => gifOf(0, 8, gifFrame(1, 0, 10, 4)),
};

/** Every form of every format. */
export async function sampleImages(): Promise<SampleImage[]> {
  const samples: SampleImage[] = [];
  const groups = { jpg: JPEGS, png: PNGS, webp: WEBPS, gif: GIFS };
  for (const format of ['jpg', 'png', 'webp', 'gif'] as const) {
    for (const [form, make] of Object.entries(groups[format])) {
      samples.push({ name: `${format}: ${form}`, format, bytes: await make() });
    }
  }
  return samples;
}

async function offsetFrames(): Promise<Uint8Array> {
  const lossy = chunksOf(await pixelPipeline(3, 20, 10).webp().toBuffer());
  const lossless = chunksOf(await pixelPipeline(4, 12, 14).webp({ lossless: true }).toBuffer());
  const pixelsOf = (chunks: typeof lossy) =>
    chunks.filter(({ type }) => type !== 'VP8X').map(({ bytes }) => bytes);
  return webpOf(
    extendedChunk(0x12, 40, 30),
    Buffer.from('ANIM\x06\0\0\0\xff\xff\xff\xff\x03\0', 'latin1'),
    frameChunk({ x: 0, y: 0, width: 20, height: 10 }, ...pixelsOf(lossy)),
    frameChunk({ x: 28, y: 16, width: 12, height: 14, flags: 3 }, ...pixelsOf(lossless)),
  );
}
