import { STORED_FORMATS } from '../../generated/rules.ts';
import { type Image, type MetadataPair, readPair, writePair } from '../../images/image.ts';
import type { ListFilter } from '../../images/image-list.ts';
import { place, setQuery } from '../../state/router.ts';
import { editDistance } from '../../texts/edit-distance.ts';

export type View = 'grid' | 'list';

/** The gallery's view, as its address says; the service finds the images. */
export interface GalleryFilter extends Required<ListFilter> {
  readonly view: View;
}

/** The filter of the address; a component that reads it follows. */
export function readFilter(): GalleryFilter {
  const { query } = place.value;
  return {
    pair: readPair(query.get('pair') ?? ''),
    isInReview: query.get('review') !== null,
    text: query.get('name') ?? '',
    format: STORED_FORMATS.find((format) => format === query.get('format')) ?? '',
    view: query.get('view') === 'list' ? 'list' : 'grid',
  };
}

export const isFiltered = ({ pair, isInReview, text, format }: GalleryFilter) =>
  pair !== undefined || isInReview || text.trim() !== '' || format !== '';

export const setPair = (pair: MetadataPair | undefined) =>
  setQuery({ pair: pair ? writePair(pair) : null, name: null }, {});
export const setReview = (review: string) => setQuery({ review: review || null }, {});
export const setText = (text: string) => setQuery({ name: text });
export const setFormat = (format: string) => setQuery({ format });
export const setView = (view: View) => setQuery({ view: view === 'grid' ? null : view });
export const clearFilter = () =>
  setQuery({ pair: null, name: null, format: null, review: null }, {});

/** Pairs of these images that begin as typed, the most frequent first. */
export function suggestPairs(images: readonly Image[], typed: string): readonly MetadataPair[] {
  const prefix = typed.trim().toLowerCase();
  if (prefix === '') return [];
  const counts = new Map<string, number>();
  for (const { metadata } of images) {
    for (const [key, value] of Object.entries(metadata)) {
      const text = writePair({ key, value });
      const isMatching =
        text.toLowerCase().startsWith(prefix) || value.toLowerCase().startsWith(prefix);
      if (isMatching) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const found = [...counts].sort(([, a], [, b]) => b - a).slice(0, 6);
  return found.flatMap(([text]) => readPair(text) ?? []);
}

/** The pair among these images that is most like one that nothing has. */
export function nearestPair(
  images: readonly Image[],
  pair: MetadataPair,
): MetadataPair | undefined {
  const texts = new Set(
    images.flatMap(({ metadata }) =>
      Object.entries(metadata).map(([key, value]) => writePair({ key, value })),
    ),
  );
  const text = writePair(pair);
  const [nearest] = [...texts]
    .map((one) => ({ one, far: editDistance(one, text) }))
    .filter(({ far }) => far <= Math.max(2, text.length / 3))
    .sort((a, b) => a.far - b.far);
  return nearest && readPair(nearest.one);
}
