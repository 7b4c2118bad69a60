import { type Pixels, premultiply } from '../pixels/pixels.ts';
import type { Sent } from './page-jobs.ts';

/** An animation as a browser plays it. */
export interface Animation {
  /** When each frame ends, in milliseconds from the beginning. */
  readonly ends: readonly number[];
  /** Infinity: for ever. */
  readonly loops: number;
  pixelsAt(ms: number): Promise<Pixels>;
  close(): void;
}

const MAX_LISTED = 600;

async function pixelsOf(frame: VideoFrame): Promise<Pixels> {
  const { displayWidth: width, displayHeight: height } = frame;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(frame, 0, 0);
  return premultiply(width, height, context.getImageData(0, 0, width, height).data);
}

async function openDecoder(data: ArrayBuffer, type: string): Promise<ImageDecoder | undefined> {
  const decoder = new ImageDecoder({ data, type, colorSpaceConversion: 'default' });
  try {
    await decoder.completed;
    return decoder;
  } catch {
    return undefined;
  }
}

/** When each frame ends, in milliseconds, up to the first that the browser doesn't decode. */
async function listEnds(decoder: ImageDecoder): Promise<readonly number[]> {
  const count = Math.min(MAX_LISTED, decoder.tracks.selectedTrack?.frameCount ?? 0);
  if (count < 2) return [];
  const ends: number[] = [];
  for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
    // a frame that is broken must not end the comparison of the others
    const image = await decoder.decode({ frameIndex }).then(
      (decoded) => decoded.image,
      () => undefined,
    );
    if (!image) break;
    ends.push((ends.at(-1) ?? 0) + (image.duration ?? 0) / 1000);
    image.close();
  }
  return ends;
}

/** An animated PNG is stored as a still image, and Chromium decodes no other frame of it here. */
const STILL_TYPES = ['image/png'];

/** Undefined: the image has one frame, or the browser has no animation of its type. */
export async function openAnimation({ url, type }: Sent): Promise<Animation | undefined> {
  if (STILL_TYPES.includes(type) || !(await ImageDecoder.isTypeSupported(type))) return undefined;
  const data = await (await fetch(url)).arrayBuffer();
  // in Firefox, a frame that was closed is broken when the same decoder decodes it again
  const lister = await openDecoder(data.slice(0), type);
  if (!lister) return undefined;
  const ends = await listEnds(lister);
  const loops = lister.tracks.selectedTrack?.repetitionCount ?? 0;
  lister.close();
  const decoder = ends.length > 1 ? await openDecoder(data, type) : undefined;
  if (!decoder) return undefined;
  const frames: VideoFrame[] = [];
  return {
    ends,
    loops,
    pixelsAt: async (ms) => {
      const frameIndex = ends.findIndex((end) => ms < end);
      const { image } = await decoder.decode({ frameIndex: Math.max(0, frameIndex) });
      frames.push(image);
      return pixelsOf(image);
    },
    close: () => {
      for (const frame of frames) frame.close();
      decoder.close();
    },
  };
}
