import type { FaultKind } from './fault-kinds.ts';

/** The reassurance after each kind of fault; none where the subject is gone. */
const SAFE: Readonly<Record<FaultKind, string>> = {
  passing: 'Nothing is lost.',
  refused: 'Nothing is changed.',
  gone: '',
  session: 'Nothing is lost.',
};

/** Texts of the parts that every screen uses. */
export const UI_TEXTS = {
  actions: 'Actions',
  where: 'Where you are',
  copy: (what: string) => `Copy ${what}`,
  copyWord: 'Copy',
  copied: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}: copied`,
  copyRefused: 'The browser refused. Select the text and copy it yourself.',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  done: 'Done',
  asEnv: 'as .env',
  safePlace: 'I have put it in a safe place',
  inTime: (duration: string) => `in ${duration}`,
  inDays: (days: number) => `in ${days} days`,
  use: (text: string) => `Use ${text}`,
  unchanged: 'Nothing is changed.',
  receipt: 'receipt',
  waits: 'waits',
  request: 'Request',
  faultDetails: 'details of the fault',
  safe: SAFE,
  tryAgain: 'Try again',
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  offline: 'You are offline.',
  offlineMore: 'Uploads wait and continue automatically.',
} as const;
