import type { ProjectChange } from '../state/change-project.ts';
import { formatNumber } from './format.ts';

/** Texts of the project's page. */
export const PROJECT_TEXTS = {
  sub: 'Pages that may upload, and addresses that are served.',
  failed: 'The project didn’t load.',
  general: 'General',
  id: 'Project ID',
  created: 'Created',
  readOnly: 'Admins and owners can change these settings.',
  saveFailed: 'The project wasn’t changed.',
  discard: 'Discard',
  saveChanges: 'Save changes',
  saved: 'Saved. It applies from the next request on.',
  suspended: 'The operator has suspended this project',
  suspendedAbout: 'No key works, and nothing is served or changed. The reason:',
  removeOf: (what: string) => `Remove ${what}…`,

  origins: 'Allowed origins',
  originsAbout: 'web pages that may upload with an upload key',
  origin: 'Origin',
  means: 'Means',
  exactly: 'This origin only',
  anyPort: 'Any port of localhost',
  anySubdomain: 'One level of subdomains',
  noOrigin: 'No web page can upload with an upload key.',
  addOrigin: 'Allow an origin',
  originHint:
    'https://, the host, and a port if needed. https://*. matches one level of subdomains.',
  allow: 'Allow',
  isAllowed: 'This origin is already allowed.',
  badOrigin: 'An origin is https:// and a host, without a path.',
  allowFailed: 'The origin wasn’t allowed.',
  removeOrigin: (origin: string) => `Remove ${origin}?`,
  removeOriginAbout: 'Its pages can’t upload from the next request on. Images stay.',
  removeOriginNow: 'Remove origin',
  refused: 'Recently refused',
  refusedAbout: 'in the last 7 days',
  noRefused: 'No other origin was refused.',
  refusals: 'Refusals',
  atLeast: (count: number) => `${formatNumber(count)} or more`,
  last: 'Last',

  sizes: 'Allowed sizes',
  anySize: 'Any size is served. Each new size counts once.',
  fewSizes: (renditions: number) =>
    `At most ${formatNumber(renditions)} renditions of an image in each format.`,

  presets: 'Presets',
  presetsAbout: 'a name for a query, as in preset=card',
  newPreset: 'New preset',
  noPreset: 'No preset yet',
  noPresetAbout: 'Save the parameters of the playground as a preset, or write a query here.',
  toPlayground: 'Open the playground',
  preset: 'Preset',
  preview: 'Preview',
  query: 'Query',
  changeOf: (name: string) => `Change ${name}…`,
  openOf: (name: string) => `Open ${name} in the playground`,
  removePreset: (name: string) => `Remove ${name}?`,
  removePresetAbout: (name: string) => `Addresses with preset=${name} will be refused.`,
  removePresetNow: 'Remove preset',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  makeIt: (count: number, left: number | null) =>
    left === null ? `Make it: counts as ${count}` : `Make it: costs ${count} of ${left} left`,
  previewOf: (name: string, image: string) => `${image}, as ${name}`,
  previewed: (image: string) => `Previews show ${image}. None is made without a click.`,
  noPreviewImage: 'A preview needs an image in the project.',
  signedPreview: 'No preview: only signed URLs are served.',
  previewFailed: 'The preview didn’t load.',

  limits: 'Life, quota and delivery',

  signing: 'Signed URLs',
  signingOn: 'Required',
  signingOff: 'not required',
  turnOn: 'Require signatures…',
  turnOff: 'Stop requiring…',
  needsSecret: 'Make a signing secret first. Nothing could be served without one.',
  switching: {
    on: {
      title: 'Serve signed URLs only?',
      about:
        'Every address without a signature is refused from now on, originals too. Previews here are still shown.',
      yes: 'Require signatures',
    },
    off: {
      title: 'Serve unsigned URLs too?',
      about:
        'Anyone with an address can see its image from now on. Signatures are no longer verified.',
      yes: 'Stop requiring',
    },
  },
  secret: 'Secret',
  copySecret: 'secret',
  newSecret: 'New signing secret',
  twoSecrets: 'A project has at most two secrets. Revoke one first.',
  noSecret: 'No signing secret yet.',
  revokeOf: (end: string) => `Revoke …${end}…`,
  revoke: 'Revoke…',
  revokeTitle: (end: string) => `Revoke the secret …${end}?`,
  revokeAbout: 'Every URL that it signed will be refused. This can’t be undone.',
  revokeNow: 'Revoke secret',
  revokeFailed: 'The secret wasn’t revoked.',
  secretFailed: 'No secret was made.',
  secretTitle: 'Copy your new signing secret',
  secretAbout:
    'This is the only time it is shown. Your back end signs with it. The form on this page keeps it until you leave.',
  tools: 'Sign or check a URL',
  secretField: 'Signing secret',
  secretHint: 'It stays in this page: your browser makes the signature.',
  secretFault: 'A signing secret has 43 characters of A-Z, a-z, 0-9, - and _.',
  secretOther: 'No active secret of this project ends with these characters.',
  url: 'URL',
  endsIn: 'Ends in',
  ends: { '3600': '1 h', '86400': '24 h', '604800': '7 days', '2592000': '30 days' },
  signed: 'signed URL',
  signedUntil: (end: string) => `It is served until ${end}.`,
  signFailed: 'The URL wasn’t signed.',
  good: 'fine',
  bad: 'wrong',

  end: 'Transfer and deletion',
  transfer: 'Transfer ownership',
  transferAbout: 'Another member becomes the owner, and their plan counts the images.',
  toTeam: 'Choose in the team',
  defaultStays: 'The first project of an account can’t be deleted. It can be emptied.',
  typeName: (name: string) => `Type ${name} to confirm`,
  deleted: (name: string) => `${name} is deleted`,
  deletedAbout: (until: string) =>
    `No key works, and nothing is served. It can be restored until ${until}.`,
  erasing: 'It is being erased and can no longer be restored.',
  askOwner: 'An owner can restore it.',
  restore: 'Restore project…',
  restoreTitle: (name: string) => `Restore ${name}?`,
  restoring: {
    about: 'Its keys work again immediately, and its images are served within ten seconds.',
    yes: 'Restore project',
    failed: 'The project wasn’t restored.',
  },
  receiptFailed: 'The receipt didn’t load.',
  items: (count: number) => `${formatNumber(count)} ${count === 1 ? 'item' : 'items'}`,
} as const;

const FRESH = 'This can’t be undone. It requires a sign-in within the last five minutes.';

/** The title of each receipt. */
export const RECEIPT_TITLES = {
  delete: 'Deletion of the project',
  empty: 'Emptying of the project',
} as const;

/** Each state of a deletion. */
export const DELETION_STATES = {
  live: '',
  waiting: 'waits',
  purging: 'under way',
  purged: 'done',
} as const;

/** The two tools of signed URLs. */
export const URL_TOOL_TEXTS = {
  sign: { label: 'Sign', hint: 'An image of the project, with its parameters.', now: 'Sign URL' },
  check: { label: 'Check', hint: 'With its expires and signature.', now: 'Check URL' },
} as const;

/** The ends of a project. */
export const END_TEXTS = {
  empty: {
    word: 'Empty',
    about: 'Deletes every image. Keys, members and settings stay.',
    button: 'Empty project…',
    title: (name: string) => `Delete every image of ${name}?`,
    asked: {
      about: `All its images and temporary images are deleted, and their addresses stop working. ${FRESH}`,
      yes: 'Delete all images',
      failed: 'The project wasn’t emptied.',
    },
  },
  delete: {
    word: 'Delete',
    about: 'Nothing is served any longer. An owner can restore it for seven days.',
    button: 'Delete project…',
    title: (name: string) => `Delete ${name}?`,
    asked: {
      about:
        'Its keys stop working, and its images are no longer served. For seven days an owner can restore the project, and it counts toward the plan. Then images, keys, secrets, webhooks and members are erased.',
      yes: 'Delete project',
      failed: 'The project wasn’t deleted.',
    },
  },
  erase: {
    button: 'Erase now…',
    title: (name: string) => `Erase ${name} now?`,
    asked: {
      about: `Images, keys, secrets, webhooks and members are erased. ${FRESH}`,
      yes: 'Erase project',
      failed: 'The project wasn’t erased.',
    },
  },
} as const;

type SettingName = Exclude<keyof ProjectChange, 'allowedOrigins' | 'presets' | 'requireSignature'>;

interface SettingTexts {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string;
  /** The choices in words, or the words for no list and for a list. */
  readonly choices?: Readonly<Record<string, string>>;
}

const SIZES = {
  hint: 'Separated by commas: 320, 640. Empty: presets only. The limit applies after dpr.',
  fault: 'Up to 100 numbers from 1 to 8192, separated by commas.',
  choices: { any: 'Any', '': 'Only these' },
};

/** Each setting in words. */
export const SETTING_TEXTS: Readonly<Record<SettingName, SettingTexts>> = {
  name: {
    label: 'Name',
    hint: 'Members see it, and type it to delete the project.',
    fault: 'A name has 1 to 100 characters.',
  },
  allowedWidths: { label: 'Widths, px', ...SIZES },
  allowedHeights: { label: 'Heights, px', ...SIZES },
  temporaryLifeHours: {
    label: 'Life of temporary images, hours',
    hint: 'It applies to new uploads.',
    fault: 'A number of hours from 1 to 168.',
  },
  browserMaxAge: {
    label: 'Life of images in browsers, seconds',
    hint: 'Until then a browser shows a deleted image.',
    fault: 'A number of seconds from 0 to 31536000, a year.',
  },
  keepDays: {
    label: 'Life of deleted images, days',
    hint: '0 keeps none.',
    fault: 'A number of days from 0 to 30.',
  },
  defaultVisibility: {
    label: 'New images are',
    hint: 'A private image needs a grant of your server. It applies to new saves.',
    choices: { public: 'public', private: 'private' },
  },
  overQuota: {
    label: 'A new rendition over the quota is',
    hint: 'Stored renditions and originals are always served.',
    choices: { refuse: 'refused, 429', original: 'the stored image' },
  },
  overBandwidth: {
    label: 'Images over the bandwidth are',
    hint: 'Until the month ends.',
    choices: { serve: 'served', refuse: 'refused, 429' },
  },
  fallbackImage: {
    label: 'Image in place of missing ones',
    hint: 'The ID of an image. Empty: missing images answer 404.',
    fault: 'An image ID is img_ and 26 characters.',
  },
  watermark: {
    label: 'Watermark',
    hint: 'On every image: overlay=img_… or overlay-text=… Empty: none.',
  },
  moderation: {
    label: 'New images are reviewed by',
    hint: 'New images are served after their approval.',
    choices: { none: 'none', webhook: 'members or a program', rekognition: 'Amazon Rekognition' },
  },
  focalPoints: {
    label: 'Focal points are found by',
    hint: 'For new images: faces, else objects.',
    choices: { none: 'none', rekognition: 'Amazon Rekognition' },
  },
  gamut: {
    label: 'Colours beyond sRGB are',
    hint: 'Kept in Display P3, a rendition has 480 bytes more. gamut=keep asks for them in one URL.',
    choices: { srgb: 'converted to sRGB', keep: 'kept' },
  },
  hdr: {
    label: 'Gain maps of HDR photographs are',
    hint: 'Kept, a photograph of 600 pixels has 2 to 4 KB more. hdr=true asks for them in one URL.',
    choices: { false: 'left out', true: 'kept in jpg' },
  },
  credit: {
    label: 'Creator, copyright and licence are',
    hint: 'Of new images. Kept, every file that is served states them, with about 500 bytes more.',
    choices: { drop: 'removed', keep: 'kept' },
  },
  quotaMode: {
    label: 'Quotas are',
    hint: 'Log-only mode requires a plan that permits it.',
    choices: { enforce: 'enforced', log: 'only logged' },
  },
};

/** The findings of the check of a signed URL. */
export const CHECK_TEXTS = {
  address: 'Address',
  noImage: 'This isn’t the address of an image.',
  image: 'An image of the service.',
  ignored: (name: string) => `${name} isn’t a parameter: it is ignored, and not signed.`,
  expires: 'Expires',
  noExpires: 'expires is missing.',
  badExpires: 'expires isn’t a time in seconds.',
  past: (moment: string) => `It ended ${moment}.`,
  future: (moment: string) => `It ends ${moment}.`,
  signature: 'Signature',
  noSignature: 'signature is missing.',
  badSignature: 'A signature has 43 characters of A-Z, a-z, 0-9, - and _.',
  holds: 'The signature matches the secret, the address and the end.',
  added: (pair: string) => `${pair} was added after the URL was signed.`,
  extension: (extension: string) => `It was signed for .${extension}. The extension was changed.`,
  wrong: 'Another secret signed it, or the URL was changed after it was signed.',
  unknown: 'It can’t be verified without a valid address and end.',
} as const;
