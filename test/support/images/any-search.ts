import type { ImageSearch } from '../../../core/images/search/image-search.ts';

/** A search without conditions, newest first. */
export const ANY_SEARCH: Omit<ImageSearch, 'projectId'> = {
  pairs: [],
  words: [],
  formats: [],
  sha256: null,
  review: null,
  from: null,
  to: null,
  order: 'newest',
};
