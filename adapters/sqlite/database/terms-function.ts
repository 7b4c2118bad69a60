import type { DatabaseSync } from 'node:sqlite';
import { termsOfImage } from '../../../core/images/search/terms.ts';
import { fields, json, UnexpectedRowError } from '../../rows/columns.ts';
import { FOUND_FILE } from '../../rows/found-columns.ts';
import { IMAGE } from '../../rows/image-columns.ts';

const readFile = json(fields(FOUND_FILE));

/** The terms of a saved image, as a JSON list; null if its row can't be read. */
function termsOfRow(facts: unknown, metadata: unknown): string | null {
  try {
    const image = {
      ...readFile(facts),
      metadata: IMAGE.metadata(metadata),
      state: 'saved' as const,
    };
    return JSON.stringify([...termsOfImage(image)]);
  } catch (error) {
    if (error instanceof UnexpectedRowError) return null;
    throw error;
  }
}

/** Gives SQL the function `terms_of(facts, metadata)`, of a saved image. */
export function defineTermsOf(db: DatabaseSync): void {
  db.function('terms_of', { deterministic: true }, termsOfRow);
}
