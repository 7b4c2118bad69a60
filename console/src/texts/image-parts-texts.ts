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
  eraseVersion: (name: string) => `Erase the version ${name}…`,
  eraseVersionTitle: 'Erase this version?',
  eraseVersionAbout: 'Its bytes are erased, and it can’t be restored. The image itself stays.',
  eraseVersionNow: 'Erase the version',
  eraseVersionFailed: 'The version wasn’t erased.',
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
  noPlace: 'No place left: a restored image needs one.',
  erase: 'Erase…',
  eraseOne: (name: string) => `Erase… ${name}`,
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseAbout: 'Its bytes are erased, and it can’t be restored. A receipt shows each step.',
  eraseNow: 'Erase the image',
  eraseFailed: 'The image wasn’t erased.',
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

/** The viewers of an image, and the switch to the others. */
export const VISIBILITY_TEXTS = {
  failed: 'The visibility was not changed.',
  public: {
    title: 'Public',
    about: 'Everybody who has its address sees it.',
    turn: 'Make it private',
    other: 'private',
    ask: 'Make it private?',
    askAbout:
      'Its public address answers 404, and pages that show it lose it. Browsers may keep a copy for up to a day.',
  },
  private: {
    title: 'Private',
    about: 'Viewers need a link, or a grant of your server.',
    turn: 'Make it public',
    other: 'public',
    ask: 'Make it public?',
    askAbout: 'Everybody who has its public address sees it. The links that you made stop working.',
  },
} as const;

/** The seconds that a link lives, by choice; the service allows a day. */
export const LINK_LIVES = { 3600: '1 hour', 28800: '8 hours', 86400: '24 hours' } as const;

/** Texts of a link that lets viewers see a private image. */
export const LINK_TEXTS = {
  make: 'Make a link…',
  title: 'Make a link to this image',
  about: 'Everybody who has the link sees the image until it ends. It can’t be revoked alone.',
  life: 'Life of the link',
  makeNow: 'Make the link',
  failed: 'The link wasn’t made.',
  made: 'The link is ready',
  madeAbout: (until: string) => `Everybody who has it sees the image until ${formatMoment(until)}.`,
  link: 'Link',
  done: 'Done',
} as const;
