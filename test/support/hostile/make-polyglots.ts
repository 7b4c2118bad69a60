import { CANARY, XMP, ZIP } from '../images/canaries.ts';
import { gifApplication, gifComment, gifFrame, gifOf, gifPlainText } from '../images/make-gif.ts';
import { insertSegments, jpegSegment, tellingSegments } from '../images/make-jpeg.ts';
import { insertBeforeEnd, pngChunk, tellingChunks } from '../images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../images/make-webp.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';
import { type Seed, seedOf } from './make-seeds.ts';

const HTML = `<html><body><script>/*${CANARY.unknown}*/alert(document.domain)</script></body></html>`;
const PHP = `<?php /*${CANARY.unknown}*/ system($_GET["c"]); ?>`;
const JAVASCRIPT = `*/=1;/*${CANARY.trailer}*/alert(1)//`;
// a GIF whose screen is 0x2f2a wide reads as GIF89a/* to a script engine
const OPENS_COMMENT = 0x2a2f;

const behind = (bytes: Uint8Array, ...tails: (Uint8Array | string)[]) =>
  Buffer.concat([bytes, ...tails.map((tail) => Buffer.from(tail as string, 'latin1'))]);

function jpegs(jpg: Buffer): HostileFile[] {
  const any = (name: string, bytes: Buffer) => fileOf(`polyglot/${name}`, 'jpg', bytes, 'any');
  return [
    any('JPEG and zip', behind(jpg, ZIP)),
    any('JPEG and a second JPEG', behind(jpg, insertSegments(jpg, ...tellingSegments(1)))),
    any('JPEG and HTML in a comment', insertSegments(jpg, jpegSegment(0xfe, HTML))),
    any('JPEG and PHP in EXIF', insertSegments(jpg, jpegSegment(0xe1, `Exif\0\0${PHP}`))),
    any('JPEG and PDF', insertSegments(jpg, jpegSegment(0xfe, `%PDF-1.4 ${CANARY.comment}`))),
    any('JPEG, all that tells', insertSegments(jpg, ...tellingSegments(6))),
    any('JPEG and stray bytes before EOI', behind(jpg.subarray(0, -2), HTML, jpg.subarray(-2))),
    any('JPEG and 4 MB of tail', behind(jpg, Buffer.alloc(4_000_000, CANARY.trailer))),
  ];
}

function pngs(png: Buffer): HostileFile[] {
  const any = (name: string, bytes: Buffer) => fileOf(`polyglot/${name}`, 'png', bytes, 'any');
  return [
    any('PNG and HTML in tEXt', insertBeforeEnd(png, pngChunk('tEXt', `a\0${HTML}`))),
    any('PNG and HTML behind', behind(png, HTML)),
    any('PNG and zip', behind(png, ZIP)),
    any('PNG and a second PNG', behind(png, png)),
    any('PNG and PHP in its palette', insertBeforeEnd(png, pngChunk('PLTE', PHP))),
    any('PNG and unknown chunks', insertBeforeEnd(png, pngChunk('cnRy', CANARY.unknown))),
    any('PNG and text behind the last IDAT', insertBeforeEnd(png, pngChunk('IDAT', HTML))),
    any('PNG, all that tells', insertBeforeEnd(png, ...tellingChunks(3))),
  ];
}

/** The frame's image data with one more block behind its end code. */
function hideInGif(frame: Buffer): Buffer {
  const text = Buffer.from(CANARY.unknown);
  const hidden = [frame.subarray(0, -1), Buffer.from([text.length]), text, Buffer.from([0])];
  return gifOf(10, 8, Buffer.concat(hidden));
}

function gifs(gif: Buffer): HostileFile[] {
  const any = (name: string, bytes: Buffer) => fileOf(`polyglot/${name}`, 'gif', bytes, 'any');
  const frame = gifFrame(0, 0, 10, 8);
  return [
    any('GIF and script', behind(gifOf(OPENS_COMMENT, 8, frame), JAVASCRIPT)),
    any('GIF and script in a comment', gifOf(10, 8, frame, gifComment(JAVASCRIPT))),
    any('GIF and plain text', gifOf(10, 8, gifPlainText(CANARY.comment), frame)),
    any('GIF and XMP', gifOf(10, 8, gifApplication('XMP DataXMP', Buffer.from(XMP)), frame)),
    any('GIF and unknown', gifOf(10, 8, gifApplication('CANARYCANAR', [67, 65]), frame)),
    any('GIF and script behind the last code', hideInGif(frame)),
    any('GIF and zip', behind(gif, ZIP)),
  ];
}

function webps(webp: Buffer, seeds: readonly Seed[]): HostileFile[] {
  const any = (name: string, bytes: Buffer) => fileOf(`polyglot/${name}`, 'webp', bytes, 'any');
  const body = webp.subarray(12);
  const telling = [riffChunk('EXIF', `II*\0${CANARY.exif}`), riffChunk('XMP ', XMP)];
  return [
    any('WebP and tail', behind(webp, CANARY.trailer)),
    any('WebP and zip', behind(webp, ZIP)),
    any('WebP and EXIF, XMP', webpOf(extendedChunk(0x0c, 48, 40), body, ...telling)),
    any('WebP and EXIF, XMP, unsaid', webpOf(extendedChunk(0, 48, 40), body, ...telling)),
    any('WebP and unknown chunks', webpOf(body, riffChunk('CNRY', CANARY.unknown))),
    any('WebP and a second WebP', behind(webp, webp)),
    ...seeds.flatMap(({ name, bytes }) => {
      const [first, ...others] = chunksOf(bytes);
      const { type, data } = first ?? { type: '', data: bytes };
      if (!/^VP8[ L]$/.test(type)) return [];
      const hidden = riffChunk(type, behind(data, HTML));
      return [
        any(
          `${name} and HTML in its bitstream`,
          webpOf(hidden, ...others.map((other) => other.bytes)),
        ),
      ];
    }),
    any('WebP and two images', webpOf(body, body)),
  ];
}

/** Images that are something else as well, with a canary in what has no business there. */
export function makePolyglots(seeds: readonly Seed[]): HostileFile[] {
  return [
    ...jpegs(seedOf(seeds, 'jpg')),
    ...pngs(seedOf(seeds, 'png')),
    ...gifs(seedOf(seeds, 'gif')),
    ...webps(
      seedOf(seeds, 'webp'),
      seeds.filter(({ format }) => format === 'webp'),
    ),
  ];
}
