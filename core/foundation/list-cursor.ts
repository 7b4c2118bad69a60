import { createHash } from 'node:crypto';

/** A position in a list that is newest first; it never changes. */
export interface ListPosition {
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  readonly id: string;
}

/** The properties that distinguish one list from every other. */
export type ListName = readonly unknown[];

const FORM = /^([0-9a-z]{1,9})\.([a-z]{3}_[a-z2-7]{26})\.[\w-]{12}$/;
const CHECK_LENGTH = 12; // of base64url: 72 bits

/**
 * Ties a cursor to its list. It is not secret: a forged cursor still reaches only the lists that
 * its caller may read.
 */
function checkOf({ at, id }: ListPosition, list: ListName): string {
  const text = JSON.stringify([...list, at, id]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHECK_LENGTH);
}

function partsOf(cursor: string): RegExpExecArray | null {
  return FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
}

/** The cursor text of a position, from which a caller continues a list. */
export function encodeListCursor(position: ListPosition, list: ListName): string {
  const text = `${position.at.toString(36)}.${position.id}.${checkOf(position, list)}`;
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** Whether a text may be a cursor, of any list. */
export function hasCursorForm(cursor: string): boolean {
  return partsOf(cursor) !== null;
}

/** The position that a cursor of this list names; undefined if it is broken or of another list. */
export function readListCursor(cursor: string, list: ListName): ListPosition | undefined {
  const [, time = '', id = ''] = partsOf(cursor) ?? [];
  const position = { at: Number.parseInt(time, 36), id };
  return id !== '' && encodeListCursor(position, list) === cursor ? position : undefined;
}
