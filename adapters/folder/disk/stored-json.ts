import { closeSync, lstatSync, readSync } from 'node:fs';
import { type Column, json, UnexpectedRowError } from '../../rows/columns.ts';
import { isMissing } from './disk-faults.ts';
import { openRegularFileNow } from './regular-file.ts';

/** The files that hold such records are much smaller. */
const MAX_BYTES = 1_048_576;

/** The words for a record that can't be read, after the name of its file. */
export type RecordFault = 'missing' | { readonly words: string };

/** The value of a stored record, or its fault. */
export type StoredRecord<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: RecordFault };

function readBytes(file: number, bytes: number): Buffer {
  const read = Buffer.alloc(bytes);
  let done = 0;
  for (let more = 1; done < bytes && more > 0; done += more) {
    more = readSync(file, read, done, bytes - done, done);
  }
  return read.subarray(0, done);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const faulty = (words: string) => ({ fault: { words } });

function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The text of a small file, opened as the service opens its files. */
export function readStoredText(path: string): StoredRecord<string> {
  const opened = openRegularFileNow(path);
  if (opened === undefined) {
    return isThere(path) ? faulty('is a link or no file') : { fault: 'missing' };
  }
  const { file, stat } = opened;
  try {
    if (stat.size > MAX_BYTES) return faulty(`has more than ${MAX_BYTES} bytes`);
    const value = decode(readBytes(file, stat.size));
    return value === undefined ? faulty('is no text in UTF-8') : { value };
  } finally {
    closeSync(file);
  }
}

/** A record that is the JSON text of a small file; `column` checks each of its fields. */
export function readStoredJson<T>(path: string, column: Column<T>): StoredRecord<T> {
  const read = readStoredText(path);
  if (read.fault !== undefined) return read;
  const { value } = read;
  if (value.trim() === '') return faulty('is empty');
  try {
    return { value: json(column)(value) };
  } catch (error) {
    if (!(error instanceof UnexpectedRowError)) throw error;
    const isJson = error.path !== '' || !error.message.endsWith('a JSON text');
    return faulty(isJson ? `has another form: ${error.message}` : 'is no whole JSON text');
  }
}
