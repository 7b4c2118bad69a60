import { UPLOAD_TEXTS } from './upload-texts.ts';

const SIZE =
  /has (\d{1,9}) x (\d{1,9}) pixels in (\d{1,9}) frames?; the maximum is (\d{1,12}) pixels/;
const FOREIGN = /of no accepted type: (?:an? )?([^.;]{1,60})\.$/;
const TYPE = /^(PDF|TIFF) is not accepted/;

/** The refusal of an image in the console's words; undefined where the service's are as good. */
export function describeRefusal(detail: string): string | undefined {
  const [, width, height, frames, max] = SIZE.exec(detail)?.map(Number) ?? [];
  if (width && height && frames && max) {
    const pixels = width * height * frames;
    return pixels > max ? UPLOAD_TEXTS.tooManyPixels(pixels, max) : undefined;
  }
  const [, kind] = FOREIGN.exec(detail) ?? TYPE.exec(detail) ?? [];
  return kind && UPLOAD_TEXTS.noImage(kind);
}
