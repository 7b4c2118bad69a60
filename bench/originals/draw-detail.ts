import { createHash } from 'node:crypto';
import sharp from 'sharp';

const OCTAVES = 9;
/** Of the largest octave, in steps of a channel; each smaller one has nine tenths of it. */
const AMPLITUDE = 36;
const FALL = 0.9;
/** The part of it that differs between the channels. */
const COLOUR = 0.25;

/** Pseudo-random bytes; the same for the same seed. */
function noise(seed: number, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(`${seed}`).digest();
}

/** A coarse grid of noise, enlarged smoothly to the size of the image; from 0 to 255. */
async function drawOctave(seed: number, width: number, height: number, grid: number) {
  const [w, h] = [Math.ceil(width / grid) + 1, Math.ceil(height / grid) + 1];
  const raw = { width: w, height: h, channels: 3 as const };
  const coarse = sharp(noise(seed, w * h * 3), { raw, limitInputPixels: false });
  return coarse.resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
}

/**
 * Adds detail of every scale to pixels of three channels, the coarse stronger than the fine, as
 * photographs have it. A drawing without it is nearly flat when it is reduced to a tenth, and its
 * encoded sizes say little about photographs.
 */
export async function addDetail(pixels: Buffer, width: number, height: number): Promise<void> {
  let amplitude = AMPLITUDE;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const layer = await drawOctave(octave, width, height, 2 ** (OCTAVES - octave));
    for (let at = 0; at < pixels.length; at += 3) {
      const light = (layer[at] ?? 0) - 127.5;
      for (let channel = 0; channel < 3; channel += 1) {
        const tint = (layer[at + channel] ?? 0) - 127.5;
        const change = ((light + COLOUR * (tint - light)) * amplitude) / 127.5;
        pixels[at + channel] = Math.max(0, Math.min(255, (pixels[at + channel] ?? 0) + change));
      }
    }
    amplitude *= FALL;
  }
}
