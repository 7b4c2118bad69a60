import { formatNumber } from './format.ts';

/** Texts of an image's page. */
export const IMAGE_TEXTS = {
  images: 'Images',
  where: 'Where you are',
  previous: 'Previous image (K)',
  next: 'Next image (J)',
  of: (at: number, all: number) => `${formatNumber(at)} of ${formatNumber(all)}`,
  play: 'Open in playground',
  url: 'URL',
  id: 'ID',
  loadFailed: 'The image didn’t load.',
  facts: 'Facts',
  saved: 'Saved',
  size: 'Size',
  sent: 'Sent this month',
  requests: (bytes: string, count: number) => `${bytes} in ${formatNumber(count)} requests`,
  formats: 'Formats',
  formatsAbout: 'at full size, default quality',
  format: 'Format',
  bytes: 'Bytes',
  rendition: 'Rendition',
  copy: 'Copy',
  original: 'Stored image',
  stored: 'Stored',
  isNew: (count: number, left: number | null) =>
    left === null ? `New: counts as ${count}` : `New: costs ${count} of ${left}`,
  formatsFailed: 'The formats didn’t load.',
  addresses: 'Addresses',
  addressesAbout: 'Ready to paste',
  kind: 'Kind of address',
  cost: (all: number, fresh: number, left: number | null) => {
    if (all === 0) return 'The stored image. No transformation.';
    const count = `${all} rendition${all === 1 ? '' : 's'}`;
    if (fresh === 0) return `${count}, stored already: costs nothing.`;
    const price = left === null ? `counts as ${fresh}` : `costs ${fresh} of ${left} left`;
    return `${count}, ${fresh} new: ${price}.`;
  },
  asked: 'Renditions are made when a browser asks for them.',
  metadata: 'Metadata',
  keys: (count: number, max: number) => `${count} of ${max} keys`,
  key: (at: number) => `Key ${at}`,
  valueOf: (key: string) => `Value of ${key}`,
  remove: (key: string) => `Remove ${key}`,
  addKey: 'Add key',
  discard: 'Discard',
  saveChanges: 'Save changes',
  saveFailed: 'The metadata wasn’t saved.',
  keyFault: 'Small letters, digits and _ only; a letter first.',
  twice: 'This key is there already.',
  use: (key: string) => `Use ${key}`,
  count: (length: number, max: number) => `${length} of ${max}`,
  delete: 'Delete image…',
  deleteTitle: 'Delete this image?',
  deleteAbout: 'Its addresses end, and so do its renditions. A receipt shows each step.',
  deleteNow: 'Delete image',
  deleteFailed: 'The image wasn’t deleted.',
  deleting: 'Deleting',
  deleted: 'Deleted',
  receipt: 'Deletion receipt',
  receiptFailed: 'The receipt didn’t load.',
  browsers: 'Browsers that have seen it may keep a copy for up to a day.',
  step: (step: string) => STEPS[step] ?? step,
} as const;

const STEPS: Readonly<Record<string, string>> = {
  marked: 'Marked for deletion',
  origin_closed: 'Origin answers 404',
  renditions_removed: 'Stored renditions removed',
  original_removed: 'Original removed',
  temporary_ended: 'Temporary image ended',
  edge_invalidated: 'CDN told to forget it',
  swept: 'Second sweep for late renditions',
};
