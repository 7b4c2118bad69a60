import { join } from 'node:path';
import { readExport } from '../export/export-folder.ts';
import { describeNotKept, type ExportedImage } from '../export/image-facts.ts';
import { openFile } from './folder-source.ts';
import type { ImportItem, ImportSource } from './import-source.ts';
import { NOTHING_LEFT_OUT } from './left-out.ts';

function itemOf(dir: string, image: ExportedImage): ImportItem {
  const { imageId, imageUrl, file, originalFilename, createdAt, bytes, sha256 } = image;
  const { metadata, focalPoint, visibility } = image;
  const name = originalFilename ?? '';
  return {
    key: imageId,
    address: imageUrl,
    name,
    size: bytes,
    sha256,
    columns: { imageId, imageUrl, file, name, createdAt },
    metadata,
    focalPoint,
    ...(visibility ? { visibility } : {}),
    open: () => openFile(join(dir, file), file),
  };
}

/** The facts that an import can't keep, by name. */
const notKept = () => describeNotKept().map((fact) => `Not kept: ${fact}.`);

/** The images of an export, oldest first, each with its name and its metadata. */
export function exportSource(dir: string): ImportSource {
  return {
    place: dir,
    keepsDuplicates: true,
    async *items(): AsyncGenerator<ImportItem> {
      const images = await readExport(dir);
      for (const image of images.toReversed()) yield itemOf(dir, image);
    },
    leftOut: () => ({ ...NOTHING_LEFT_OUT, warnings: notKept() }),
  };
}
