import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { readFileType } from '../../client/src/file-type.ts';

/** A file to upload: its bytes, which are read as they are sent, its name and its type. */
export async function openFile(path: string) {
  const bytes = await openAsBlob(path);
  const name = basename(path);
  return { bytes, name, type: await readFileType(bytes, name) };
}
