import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Image } from '../../../core/images/image-states.ts';
import {
  changedTerms,
  type FoundFacts,
  type Term,
  termsOfImage,
} from '../../../core/images/search/terms.ts';
import { type ColumnsOf, number, text } from '../../rows/columns.ts';
import { FOUND_FACTS } from '../../rows/found-columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { deleteAll } from '../client/delete-all.ts';
import { putAll } from '../client/put-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { partOfPosition } from './list-entries.ts';

/**
 * The terms of images are items that consist of a key, as entries of lists are. They are written
 * from the stream of the images' records, so that a save costs no longer transaction.
 */
interface TermKey extends Readonly<Record<string, string>> {
  readonly id: string;
  readonly part: string;
}

/** The facts of a record by which its image is found, and its place. */
export type IndexedImage = FoundFacts & Pick<Image, 'projectId' | 'createdAt' | 'imageId'>;

/** The same of a record's item. */
export const indexedImageOfItem = dynamoItem('images', {
  ...FOUND_FACTS,
  imageId,
  projectId: text,
  createdAt: number,
} satisfies ColumnsOf<IndexedImage>);

/** A change of one image's record: undefined where none was, or where none is left. */
export interface IndexedChange {
  readonly before: IndexedImage | undefined;
  readonly after: IndexedImage | undefined;
}

/** The partition key of a term; it is hashed, so that no caller's text is in a key. */
export function termKey(projectId: string, term: Term): string {
  return `terms#${projectId}#${createHash('sha256').update(term).digest('base64url')}`;
}

function keysOf(image: IndexedImage, terms: Iterable<Term>): TermKey[] {
  const part = partOfPosition(image);
  return Array.from(terms, (term) => ({ id: termKey(image.projectId, term), part }));
}

/** The items to drop and to put, after changes of one image in their order. */
function netKeys(changes: readonly IndexedChange[]) {
  const states = changes.flatMap(({ before, after }) => [before, after]);
  const [first, last] = [states[0], states.at(-1)];
  const image = states.find((state) => state !== undefined);
  if (!image) return { dropped: [], added: [] };
  const kept = termsOfImage(last);
  const had = new Set(states.flatMap((state) => [...termsOfImage(state)]));
  return {
    dropped: keysOf(
      image,
      [...had].filter((term) => !kept.has(term)),
    ),
    added: keysOf(image, changedTerms(first, last).added),
  };
}

function groupByImage(changes: readonly IndexedChange[]): Map<string, IndexedChange[]> {
  const groups = new Map<string, IndexedChange[]>();
  for (const change of changes) {
    const id = (change.after ?? change.before)?.imageId ?? '';
    groups.set(id, [...(groups.get(id) ?? []), change]);
  }
  return groups;
}

/** Writes the items of terms. */
export interface TermRows {
  /**
   * Applies changes of images, those of one image in their order. A repeated call changes nothing.
   * At most maxTermsOfImage items are put for an image, and no read is made.
   */
  change(changes: readonly IndexedChange[]): Promise<void>;
}

export function createDynamoTermRows(client: DynamoDBDocumentClient, table: string): TermRows {
  return {
    async change(changes) {
      const nets = [...groupByImage(changes).values()].map(netKeys);
      await deleteAll(
        client,
        table,
        nets.flatMap(({ dropped }) => dropped),
      );
      await putAll(
        client,
        table,
        nets.flatMap(({ added }) => added),
      );
    },
  };
}
