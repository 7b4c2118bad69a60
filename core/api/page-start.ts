import { ServiceError } from '../foundation/service-error.ts';
import { CURSOR_FAULT } from './fields.ts';

/**
 * The position of a page: null without a cursor. Throws validation_failed if the cursor is broken
 * or of another list.
 */
export function startOfPage<Position>(
  cursor: string | undefined,
  read: (cursor: string) => Position | undefined,
): Position | null {
  if (cursor === undefined) return null;
  const position = read(cursor);
  if (position) return position;
  const { code, detail } = CURSOR_FAULT;
  const errors = [{ pointer: '/cursor', code, detail }];
  throw new ServiceError('validation_failed', { detail, errors });
}
