import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { extensionOfType, looksLikeImage } from './file-rules.ts';

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader answers some entries at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const one of some) found.push(one);
  }
}

async function imagesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry);
    return looksLikeImage(file) ? [file] : [];
  }
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(entries.map(imagesBelow))).flat();
}

/** The files of a drop, and the images of its folders, however deep. */
export async function readDrop({ items, files }: DataTransfer): Promise<File[]> {
  // entries are there only until this function first waits
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter(({ isDirectory }) => isDirectory);
  const names = new Set(folders.map(({ name }) => name));
  const plain = [...files].filter(({ name, size, type }) => !names.has(name) || size > 0 || type);
  const single = folders.length === 0 ? [...files] : plain.filter(({ name }) => !names.has(name));
  return [...single, ...(await Promise.all(folders.map(imagesBelow))).flat()];
}

/** The files of a paste; a file without a name of its own gets one with the time. */
export function readPaste({ files }: DataTransfer): File[] {
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-').replace('T', ' ');
  return [...files].map((file) => {
    const isNamed = file.name !== '' && !/^image\.\w+$/.test(file.name);
    if (isNamed) return file;
    const name = `${UPLOAD_TEXTS.pastedName} ${at}.${extensionOfType(file.type) ?? 'png'}`;
    return new File([file], name, { type: file.type });
  });
}
