import { join } from 'node:path';
import { type ExportedImage, readExport } from '../export/export-folder.ts';
import { openFile } from './folder-source.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

function itemOf(dir: string, image: ExportedImage): ImportItem {
  const { imageId, imageUrl, file, originalFilename, createdAt, bytes, sha256, metadata } = image;
  const name = originalFilename ?? '';
  return {
    key: imageId,
    address: imageUrl,
    name,
    size: bytes,
    sha256,
    columns: { imageId, imageUrl, file, name, createdAt },
    metadata,
    open: () => openFile(join(dir, file), file),
  };
}

/** The images of an export, oldest first, each with its name and its metadata. */
export function exportSource(dir: string): ImportSource {
  return {
    place: dir,
    keepsDuplicates: true,
    async *items(): AsyncGenerator<ImportItem> {
      const images = await readExport(dir);
      for (const image of images.toReversed()) yield itemOf(dir, image);
    },
  };
}
