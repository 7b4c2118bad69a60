import type { ApiKey, KeyKind } from '../state/api-key.ts';

type Scope = ApiKey['scopes'][number];

/** Texts of the keys. */
export const KEYS_TEXTS = {
  sub: 'API keys are secrets of your servers. Upload keys may be public.',
  failed: 'The keys didn’t load.',
  name: 'Name',
  key: 'Key',
  may: 'Scopes',
  lastUsed: 'Last used',
  ends: 'Ends',
  header: 'Header',
  originsBefore: 'Only pages of',
  origins: (count: number) => `${count} allowed ${count === 1 ? 'origin' : 'origins'}`,
  originsAfter: 'can use them in a browser',
  noOrigins: 'No origin is allowed yet, so no page can use them.',
  allowOrigin: 'Allow an origin',
  never: 'Never',
  notUsed: 'Not yet used',
  allScopes: 'all scopes',
  someone: 'A former member',
  commandLine: 'The service',
  old: (name: string) => `${name}, old`,
  rotate: 'Rotate key',
  rotateOf: (name: string) => `Rotate key ${name}`,
  revokeOf: (name: string) => `Revoke ${name}…`,
  endNow: 'End now…',
  endNowOf: (name: string) => `End now… (old key of ${name})`,
  endOldNow: 'End old key now…',
  rotating: (name: string) => `${name} is being rotated.`,
  oldEndsIn: 'The old key ends in',
  oldEndsOn: (moment: string) => `on ${moment}.`,
  stillHeld: 'A program still used it after the rotation. Last use:',
  usedBefore: 'It was last used before the rotation:',
  neverUsed: 'It was never used.',
  overlap: 'Overlap',
  overlapOf: (gone: string, whole: string) => `${gone} of ${whole}`,
  lastUseRule: 'Uses are recorded once an hour.',
  ended: (count: number) => `${count} ended ${count === 1 ? 'key' : 'keys'}`,
  endedOn: 'ended',
  revokedOn: 'revoked',
  nameHint: 'The program that uses the key, such as shop-backend.',
  nameMissing: 'A key needs a name of 1 to 100 characters.',
  scopes: 'Scopes',
  noScope: 'Choose at least one scope.',
  endsWhen: 'Ends',
  days: (days: number) => `${days} days`,
  onDate: 'Date',
  date: 'End, in your time zone',
  datePast: 'The end must be in the future.',
  endHint: 'The key is refused after this time. Rotate it before.',
  createFailed: 'The key wasn’t made.',
  copyKey: 'key',
  endNever: 'Never. You can rotate it at any time.',
  oldKey: 'Old key',
  oldKeyEnds: 'keeps working until',
  oldKeyEnded: 'has ended',
  rotateTitle: (name: string) => `Rotate ${name}`,
  rotateAbout: 'A new key takes its place, with the same name, scopes and end.',
  oldWorksFor: 'The old key works for',
  overlaps: { '0': 'no time', '1': '1 h', '24': '24 h', '168': '7 days' },
  overlapHint: 'Put the new key into your programs in this time. The time can’t be extended.',
  overlapNone: 'Programs with the old key are refused immediately.',
  rotateFailed: 'The key wasn’t rotated.',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  endOldTitle: (name: string) => `End the old key of ${name} now?`,
  revokeAbout: 'Programs with this key are refused from the next request on. This can’t be undone.',
  revokeUse: 'Last used',
  typeName: (name: string) => `Type ${name} to confirm`,
  revokeNow: 'Revoke key',
  endOldKey: 'End old key',
  revokeFailed: 'The key wasn’t revoked.',
  revokeSafe: 'It works as before.',
} as const;

/** Texts that differ by the kind of key. */
export const KIND_TEXTS: Readonly<Record<KeyKind, Readonly<Record<KindText, string>>>> = {
  api: {
    title: 'API keys',
    create: 'New API key',
    make: 'Make API key',
    empty: 'No API key yet',
    emptyAbout: 'Your back end uses an API key to save, change and delete images.',
    createAbout: 'For programs on your servers. It is shown once.',
    copyTitle: 'Copy your new API key',
    copyAbout:
      'This is the only time it is shown. The service keeps its SHA-256 and the last four characters.',
  },
  upload: {
    title: 'Upload keys',
    create: 'New upload key',
    make: 'Make upload key',
    empty: 'No upload key yet',
    emptyAbout: 'A web page of an allowed origin uploads with an upload key.',
    createAbout: 'For web pages. It can only upload, and only from your allowed origins.',
    copyTitle: 'Copy your new upload key',
    copyAbout: 'It is no secret, but it is shown once. The list has its last four characters.',
  },
};

type KindText =
  | 'title'
  | 'create'
  | 'make'
  | 'empty'
  | 'emptyAbout'
  | 'createAbout'
  | 'copyTitle'
  | 'copyAbout';

/** Each scope in plain English. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'images:save': 'Save images',
  'images:delete': 'Delete images',
  'metadata:write': 'Change metadata',
  'images:read': 'List and read images',
  'images:grant': 'Let viewers see private images',
};
