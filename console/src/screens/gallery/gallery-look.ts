import { place, setQuery } from '../../state/router.ts';
import { loadFinding } from './finding.ts';

export type View = 'grid' | 'list';
export type Order = 'newest' | 'oldest';

/** The look of the gallery, as its address says; its conditions are apart. */
export interface GalleryLook {
  readonly view: View;
  readonly order: Order;
  readonly isInReview: boolean;
}

/** The look of the address; a component that reads it follows. */
export function readLook(): GalleryLook {
  const { query } = place.value;
  return {
    view: query.get('view') === 'list' ? 'list' : 'grid',
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    isInReview: query.has('review'),
  };
}

export const setView = (view: View) => setQuery({ view: view === 'grid' ? null : view });
export const setOrder = (order: Order) =>
  setQuery({ order: order === 'newest' ? null : order }, {});
/** A state is a condition, whose script comes first. */
export const setReview = (review: string) =>
  loadFinding().then(() => setQuery({ review: review || null }, {}));
