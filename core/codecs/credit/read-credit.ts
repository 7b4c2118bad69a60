import type { SentFormat } from '../../transform/formats.ts';
import { ImageFileFault } from '../image-file.ts';
import { listMetadataBlocks } from '../losses/list-losses.ts';
import type { MetadataBlocks } from '../losses/metadata-losses.ts';
import { type Credit, cleanCreditText, cleanLicenseUrl } from './credit.ts';
import { readExifCredit } from './exif-credit.ts';
import { readIptcCredit } from './iptc-credit.ts';
import type { StatedCredit } from './stated-credit.ts';
import { readXmpCredit } from './xmp-credit.ts';

const READERS: Readonly<Record<keyof MetadataBlocks, (block: Uint8Array) => StatedCredit>> = {
  xmp: readXmpCredit,
  iptc: readIptcCredit,
  exif: readExifCredit,
};
/** Search engines read each part in this order too (docs/decisions/0125). */
const PRECEDENCE = ['xmp', 'iptc', 'exif'] as const;

/** A block that can't be read states nothing: it never refuses an image. */
function readBlock(kind: keyof MetadataBlocks, block: Uint8Array | undefined): StatedCredit {
  try {
    return block ? READERS[kind](block) : {};
  } catch (error) {
    if (error instanceof ImageFileFault) return {};
    throw error;
  }
}

/** The first value that is left of several after cleaning. */
function firstOf(
  stated: readonly StatedCredit[],
  part: keyof StatedCredit,
  clean: (text: string | undefined) => string | null,
): string | null {
  for (const one of stated) {
    const cleaned = clean(one[part]);
    if (cleaned !== null) return cleaned;
  }
  return null;
}

/** The credit that a valid file states (uploads.credit); null for none. The work is linear. */
export function readCredit(format: SentFormat, bytes: Uint8Array): Credit | null {
  const blocks = listMetadataBlocks({ format, bytes });
  const stated = PRECEDENCE.map((kind) => readBlock(kind, blocks[kind]));
  const credit = {
    creator: firstOf(stated, 'creator', cleanCreditText),
    copyright: firstOf(stated, 'copyright', cleanCreditText),
    licenseUrl: firstOf(stated, 'licenseUrl', cleanLicenseUrl),
  };
  return Object.values(credit).every((part) => part === null) ? null : credit;
}
