import { formatBytes, formatMoment, formatNumber, formatSize } from './format.ts';

/** The facts of kept bytes that a row shows. */
interface KeptFacts {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const days = (count: number) => `${formatNumber(count)} ${count === 1 ? 'day' : 'days'}`;

/** Texts of versions and of the bin. */
export const KEPT_TEXTS = {
  versions: 'Versions',
  keptFor: (count: number) => `kept ${days(count)}`,
  versionsFailed: 'The versions didn’t load.',
  servedNow: 'Served now',
  since: (at: string) => `Since ${formatMoment(at)}`,
  replaced: (at: string) => `Replaced ${formatMoment(at)}`,
  facts: ({ width, height, bytes }: KeptFacts) =>
    `${formatBytes(bytes)}, ${formatSize(width, height)}`,
  ends: 'Ends',
  erased: 'Erased',
  erasing: 'Being erased',
  keepsNone: 'This project keeps no old versions.',
  noneYet: 'No earlier version yet.',
  browsers: 'The address stays the same. Browsers may show the old image for up to a day.',
  restore: 'Restore',
  restoreOne: (name: string) => `Restore ${name}`,
  restored: 'Restored',
  restoreFailed: 'It wasn’t restored.',
  deleteVersion: (name: string) => `Delete the version ${name} for good…`,
  deleteVersionTitle: 'Delete this version for good?',
  deleteVersionAbout: 'Its bytes are erased, and it can’t be restored. The image itself stays.',
  deleteVersionNow: 'Delete the version',
  deleteVersionFailed: 'The version wasn’t deleted.',
  replace: 'Replace…',
  replaceTitle: 'Replace this image?',
  replaceKept: (count: number) =>
    `The new file gets its address, metadata and focal point. The old one stays for ${days(count)} as a version.`,
  replaceErased:
    'The new file gets its address, metadata and focal point. The old one is erased, which can’t be undone.',
  replaceNow: 'Replace the image',
  replaceFailed: 'The image wasn’t replaced.',
  chooseFile: 'Choose a file',
  chooseOther: 'Choose another file',
  noFile: 'No file is chosen',
  phase: { sends: 'Uploading…', checks: 'Checking…', saves: 'Replacing…' },
  replacedNow: 'Replaced',
  binAbout: 'Their addresses answer 404. Each is erased when its time ends.',
  binLabel: 'Deleted images, the last deleted first',
  binFailed: 'The bin didn’t load.',
  moreFailed: 'The older images didn’t load.',
  older: 'Show older',
  image: 'Image',
  size: 'Size',
  deletedAt: 'Deleted',
  blocked: 'Blocked',
  noPlace: 'No place left: a restored image needs one.',
  deleteForGood: 'Delete for good…',
  deleteOne: (name: string) => `Delete for good… ${name}`,
  deleteTitle: (name: string) => `Delete ${name} for good?`,
  deleteAbout: 'Its bytes are erased, and it can’t be restored. A receipt shows each step.',
  deleteNow: 'Delete for good',
  deleteFailed: 'The image wasn’t deleted for good.',
  emptyBin: 'Empty the bin…',
  emptyBinTitle: 'Empty the bin?',
  emptyBinAbout: 'All images in it are erased, and can’t be restored.',
  emptyBinNow: 'Empty the bin',
  emptyBinFailed: 'The bin wasn’t emptied.',
  emptyBinSafe: 'The images that are left can still be restored.',
  noneTitle: 'The bin is empty',
  noneAbout: (count: number) => `Deleted images stay here for ${days(count)}.`,
  offTitle: 'This project has no bin',
  offAbout: 'Deleted images are erased. An admin can keep them for up to 30 days.',
  toSettings: 'Project settings',
  toImages: 'To the images',
  inBinAbout: (until: string) =>
    `It can be restored until ${formatMoment(until)}. It then has its address, metadata and focal point again.`,
  canRestore: 'It can be restored',
} as const;
