import sharp from 'sharp';
import { orientationTiff, withExifPrefix } from '../make-exif.ts';
import { chunksOf, extendedChunk, frameChunk, riffChunk, webpOf } from '../make-webp.ts';
import { cutFiles, type FaultyFile, faultyFiles, spliced, withBytesAt } from './faulty-file.ts';
import { drawPicture } from './picture.ts';

const TYPE = 'image/webp';
const SIZE = [64, 48] as const;
const [ALPHA, EXIF, PROFILE, ANIMATION, XMP] = [0x10, 0x08, 0x20, 0x02, 0x04];
const GARBAGE = Buffer.from('garbage 0123456789');

const sized = (webp: Buffer, size: number) => {
  const copy = Buffer.from(webp);
  copy.writeUInt32LE(size >>> 0, 4);
  return copy;
};

function faultsOf(name: string, webp: Buffer): Record<string, Uint8Array> {
  const [image] = chunksOf(webp);
  if (!image) throw new Error('no chunk');
  const riff = webp.readUInt32LE(4);
  const exif = riffChunk('EXIF', orientationTiff(6));
  const unknown = riffChunk('ABCD', 'unknown');
  const extended = (flags: number) => extendedChunk(flags, ...SIZE);
  const files = {
    plain: webp,
    'a RIFF length of 0': sized(webp, 0),
    'a RIFF length that is odd': sized(webp, riff - 1),
    'a RIFF length too long': sized(webp, riff + 1000),
    'a RIFF length too long by 1': sized(webp, riff + 1),
    'a RIFF length too short by 2': sized(webp, riff - 2),
    'a RIFF length too short by 20': sized(webp, riff - 20),
    'a RIFF length of 2^32 - 1': sized(webp, 0xffffffff),
    'surplus bytes behind the end': Buffer.concat([webp, GARBAGE]),
    'surplus bytes inside of RIFF': sized(Buffer.concat([webp, GARBAGE]), riff + GARBAGE.length),
    'an unknown chunk behind the image': webpOf(image.bytes, unknown),
    'an unknown chunk before the image': webpOf(unknown, image.bytes),
    'VP8X without flags': webpOf(extended(0), image.bytes),
    'VP8X of all flags but animation': webpOf(extended(0xff & ~ANIMATION), image.bytes),
    'VP8X with the flag of alpha alone': webpOf(extended(ALPHA), image.bytes),
    'VP8X with the flag of animation alone': webpOf(extended(ANIMATION), image.bytes),
    'VP8X of another size': webpOf(extendedChunk(0, 80, 60), image.bytes),
    'VP8X of a smaller size': webpOf(extendedChunk(0, 32, 24), image.bytes),
    'VP8X behind the image': webpOf(image.bytes, extended(0)),
    'two VP8X': webpOf(extended(0), extended(0), image.bytes),
    'VP8X of a byte too many': webpOf(
      riffChunk('VP8X', Buffer.concat([extended(0).subarray(8), Buffer.of(0, 0)])),
      image.bytes,
    ),
    'VP8X of a byte too few': webpOf(riffChunk('VP8X', extended(0).subarray(8, 16)), image.bytes),
    'two images': webpOf(image.bytes, image.bytes),
    'VP8X and two images': webpOf(extended(0), image.bytes, image.bytes),
    'EXIF without VP8X': webpOf(image.bytes, exif),
    'EXIF without its flag': webpOf(extended(0), image.bytes, exif),
    'EXIF with its flag': webpOf(extended(EXIF), image.bytes, exif),
    'EXIF before the image': webpOf(extended(EXIF), exif, image.bytes),
    'EXIF before VP8X': webpOf(exif, extended(EXIF), image.bytes),
    'EXIF with a prefix': webpOf(
      extended(EXIF),
      image.bytes,
      riffChunk('EXIF', withExifPrefix(orientationTiff(6))),
    ),
    'the flag of EXIF without EXIF': webpOf(extended(EXIF), image.bytes),
    'the flag of XMP without XMP': webpOf(extended(XMP), image.bytes),
    'the flag of a profile without one': webpOf(extended(PROFILE), image.bytes),
    'a profile of nonsense': webpOf(extended(PROFILE), riffChunk('ICCP', 'nonsense'), image.bytes),
    'a frame without animation': webpOf(
      extended(0),
      frameChunk({ x: 0, y: 0, width: 64, height: 48 }, image.bytes),
    ),
    'the image longer than it says': sized(
      Buffer.concat([webp.subarray(0, 20), image.data, GARBAGE]),
      riff + GARBAGE.length,
    ),
    'an image chunk that is longer than its image': webpOf(
      riffChunk(image.type, Buffer.concat([image.data, GARBAGE])),
    ),
    'an image chunk that is shorter than its image': webpOf(
      riffChunk(image.type, image.data.subarray(0, -20)),
    ),
    'a length of the image beyond the file': withBytesAt(webp, 16, 0xff, 0xff),
    'a changed byte in the middle': withBytesAt(webp, webp.length >> 1, 0x5a, 0xa5),
    'bytes of the middle missing': spliced(webp, webp.length >> 1, (webp.length >> 1) + 8),
  };
  return Object.fromEntries(
    Object.entries(files).map(([fault, bytes]) => [`${name}, ${fault}`, bytes]),
  );
}

function faultsOfAlpha(webp: Buffer): Record<string, Uint8Array> {
  const [, alpha, image] = chunksOf(webp);
  if (!alpha || !image) throw new Error('no alpha');
  const head = (flags: number) => extendedChunk(flags, ...SIZE);
  return {
    'alpha, plain': webp,
    'alpha without its flag': webpOf(head(0), alpha.bytes, image.bytes),
    'alpha behind the image': webpOf(head(ALPHA), image.bytes, alpha.bytes),
    'alpha without VP8X': webpOf(alpha.bytes, image.bytes),
    'alpha twice': webpOf(head(ALPHA), alpha.bytes, alpha.bytes, image.bytes),
    'alpha cut short': webpOf(
      head(ALPHA),
      riffChunk('ALPH', alpha.data.subarray(0, alpha.data.length >> 1)),
      image.bytes,
    ),
    'an unknown chunk between alpha and image': webpOf(
      head(ALPHA),
      alpha.bytes,
      riffChunk('ABCD', 'unknown'),
      image.bytes,
    ),
  };
}

function faultsOfAnimation(webp: Buffer): Record<string, Uint8Array> {
  const [head, control, ...frames] = chunksOf(webp);
  if (!head || !control) throw new Error('no animation');
  const all = frames.map(({ bytes }) => bytes);
  const unknown = riffChunk('ABCD', 'unknown');
  const [first] = frames;
  return {
    'animation, plain': webp,
    'animation without its flag': webpOf(extendedChunk(0, ...SIZE), control.bytes, ...all),
    'animation without ANIM': webpOf(head.bytes, ...all),
    'animation without frames': webpOf(head.bytes, control.bytes),
    'animation, ANIM behind its frames': webpOf(head.bytes, ...all, control.bytes),
    'animation, an unknown chunk between frames': webpOf(
      head.bytes,
      control.bytes,
      ...all.flatMap((frame) => [frame, unknown]),
    ),
    'animation, a frame outside of the canvas': webpOf(
      head.bytes,
      control.bytes,
      ...all,
      withBytesAt(first?.bytes ?? Buffer.alloc(0), 8, 60),
    ),
    'animation, a still behind its frames': webpOf(
      head.bytes,
      control.bytes,
      ...all,
      (first?.data ?? Buffer.alloc(0)).subarray(16),
    ),
    'animation, a RIFF length too long': sized(webp, webp.length + 500),
    'animation, an unfinished last frame': webp.subarray(0, -30),
    'animation, surplus bytes behind the end': Buffer.concat([webp, GARBAGE]),
  };
}

/** WebPs with faults, and in rare forms. */
export async function makeWebpFaults(): Promise<FaultyFile[]> {
  const lossy = await drawPicture(3).webp({ quality: 80 }).toBuffer();
  const lossless = await drawPicture(3).webp({ lossless: true }).toBuffer();
  const alpha = await drawPicture(4).webp({ quality: 80 }).toBuffer();
  const pages = [drawPicture(3), drawPicture(3).negate(), drawPicture(3).flop()];
  const animated = await sharp(await Promise.all(pages.map((page) => page.png().toBuffer())), {
    join: { animated: true },
  })
    .webp({ quality: 80, loop: 3, delay: 100 })
    .toBuffer();
  const files = {
    ...faultsOf('lossy WebP', lossy),
    ...faultsOf('lossless WebP', lossless),
    ...faultsOfAlpha(alpha),
    ...faultsOfAnimation(animated),
  };
  return [
    ...faultyFiles(TYPE, files),
    ...cutFiles('lossy WebP', TYPE, lossy),
    ...cutFiles('lossless WebP', TYPE, lossless),
    ...cutFiles('animated WebP', TYPE, animated),
  ];
}
