import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportedImage, readExport } from '../export/export-folder.ts';
import type { ImportItem, ImportSource } from './import-source.ts';
import { SourceFault } from './source-fault.ts';

async function openWhole(dir: string, { file, sha256 }: ExportedImage): Promise<Blob> {
  const bytes = await readFile(join(dir, file));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new SourceFault('damaged', `${file} is damaged: it has another checksum.`);
  }
  return new Blob([bytes]);
}

function itemOf(dir: string, image: ExportedImage): ImportItem {
  const { imageId, imageUrl, file, originalFilename, createdAt, bytes, metadata } = image;
  const name = originalFilename ?? '';
  return {
    key: imageId,
    address: imageUrl,
    name,
    size: bytes,
    columns: { imageId, imageUrl, file, name, createdAt },
    metadata,
    open: () => openWhole(dir, image),
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
