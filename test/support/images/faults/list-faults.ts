import { makeAvifFaults } from './avif-faults.ts';
import { makeBmpFaults } from './bmp-faults.ts';
import type { FaultyFile } from './faulty-file.ts';
import { makeGifFaults } from './gif-faults.ts';
import { makeJpegFaults } from './jpeg-faults.ts';
import { makePngFaults } from './png-faults.ts';
import { makeWebpFaults } from './webp-faults.ts';

/** Files of every kind with faults, and in rare forms. */
export async function listFaults(): Promise<readonly FaultyFile[]> {
  return [
    ...(await makeJpegFaults()),
    ...(await makePngFaults()),
    ...makeGifFaults(),
    ...(await makeWebpFaults()),
    ...makeBmpFaults(),
    ...(await makeAvifFaults()),
  ];
}
