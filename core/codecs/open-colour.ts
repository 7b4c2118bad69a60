import { isStored, type UploadFormat } from '../transform/formats.ts';
import { detectFormat } from './detect-format.ts';
import { withoutGainMap } from './gain-map/find-gain-map.ts';
import { ImageFileFault } from './image-file.ts';
import { openJpegColour } from './jpeg/open-jpeg-colour.ts';
import { openPngColour } from './png/png-colour.ts';
import { openWebpColour } from './webp/open-webp-colour.ts';

/** How a file's colours become eight bits of sRGB; `usual` is the decoder's own way. */
export type ColourKind = 'usual' | 'deep' | 'profiled grey' | 'deep profiled grey';

/** A file whose profile is the one that browsers take. */
export interface OpenedColour {
  readonly bytes: Uint8Array;
  readonly kind: ColourKind;
}

function usual(bytes: Uint8Array): OpenedColour {
  return { bytes, kind: 'usual' };
}

const OPENERS: Readonly<Record<UploadFormat, (bytes: Uint8Array) => OpenedColour>> = {
  jpg: (file) => {
    const { bytes, isGrey, hasProfile } = openJpegColour(withoutGainMap(file));
    return { bytes, kind: isGrey && hasProfile ? 'profiled grey' : 'usual' };
  },
  png: (file) => {
    const { bytes, isGrey, isDeep, hasProfile } = openPngColour(file);
    if (!isGrey) return { bytes, kind: isDeep ? 'deep' : 'usual' };
    if (!hasProfile) return usual(bytes);
    return { bytes, kind: isDeep ? 'deep profiled grey' : 'profiled grey' };
  },
  webp: (file) => usual(openWebpColour(file)),
  gif: usual,
};

/**
 * THE opening of a stored file's colours, by its header alone. The very same bytes where a decoder
 * sees the colours of browsers, as in every plain file; else one copy with another profile. A file
 * that can't be walked is left to the decoder.
 */
export function openColour(bytes: Uint8Array): OpenedColour {
  const format = detectFormat(bytes);
  if (format === undefined || !isStored(format)) return usual(bytes);
  try {
    return OPENERS[format](bytes);
  } catch (fault) {
    if (fault instanceof ImageFileFault) return usual(bytes);
    throw fault;
  }
}
