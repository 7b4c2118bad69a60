import { FORMAT_LABELS } from '../generated/rules.ts';
import { formatBytes, formatDuration, formatNumber } from './format.ts';

const files = (count: number) => `${formatNumber(count)} ${count === 1 ? 'image' : 'images'}`;

const filesOf = (count: number) => `${formatNumber(count)} ${count === 1 ? 'file' : 'files'}`;

const megapixels = (pixels: number) => formatNumber(Math.round(pixels / 100_000) / 10);

/** Texts of uploads: the tray, the drop overlay, and why a file isn't taken. */
export const UPLOAD_TEXTS = {
  tray: 'Uploads',
  busy: (done: number, all: number) => `Uploading ${done} of ${all}`,
  waitingOffline: 'You are offline. Uploads wait.',
  finished: (saved: number) => `${files(saved)} saved`,
  finishedNone: 'No image saved',
  notTakenCount: (count: number) => `${formatNumber(count)} not taken`,
  stoppedCount: (count: number) => `${formatNumber(count)} stopped`,
  progress: (sent: number, all: number) => `${formatBytes(sent)} of ${formatBytes(all)}`,
  left: (milliseconds: number) => `about ${formatDuration(milliseconds)} left`,
  fold: 'Show or hide the uploads',
  clear: 'Clear ended uploads',
  stopAll: 'Cancel all',
  saved: 'Saved',
  sameAs: (name: string) => `same as ${name}`,
  notTaken: 'Not taken',
  stopped: 'Stopped',
  direct: 'sent directly to storage',
  resumed: 'continues after the reload',
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  copyUrl: (name: string) => `URL of ${name}`,
  percent: (part: number) => `${Math.floor(part * 100)} %`,
  started: (count: number) => `${files(count)} being uploaded.`,
  savedNow: (name: string) => `${name}: saved.`,
  notTakenNow: (name: string) => `${name}: not taken.`,
  stoppedNow: (name: string) => `${name}: stopped.`,
  drop: (count: number, project: string) =>
    count > 0 ? `Drop ${files(count)} into ${project}` : `Drop images into ${project}`,
  dropAbout: 'They are checked and saved without location data.',
  placesLeft: (count: number, plan: string) =>
    `${formatNumber(count)} ${count === 1 ? 'place' : 'places'} left on the ${plan}.`,
  pastedName: 'Pasted image',
  noImage: (kind: string) =>
    `${kind === '' ? 'This file' : kind} isn’t accepted here. Save it as ${FORMAT_LABELS} and add it again.`,
  empty: 'The file is empty. Choose it again.',
  tooLarge: (bytes: number, max: number) =>
    `The file has ${formatBytes(bytes)}. The maximum is ${formatBytes(max)}. Save it smaller and add it again.`,
  filesStopped: (count: number) => `${filesOf(count)} stopped`,
  noPlaceLeft: 'no place left',
  noPlaceNow: (count: number) => `${filesOf(count)} stopped: no place left`,
  waitForPlaces: (count: number) =>
    count === 1 ? '1 file waits for a place' : `${filesOf(count)} wait for places`,
  placesUsed: (used: number, limit: number) =>
    `${formatNumber(used)} of ${formatNumber(limit)} images are used. The files stay in this list.`,
  filesStay: 'The files stay in this list.',
  savedAndWait: (saved: number, wait: number) =>
    `${formatNumber(saved)} saved, ${formatNumber(wait)} wait`,
  savedCount: (count: number) => `${formatNumber(count)} saved`,
  retryAll: 'Retry all',
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  cancelledAt: (part: number) =>
    `You cancelled it at ${Math.floor(part * 100)} %. Nothing was kept.`,
  cancelled: 'You cancelled them. Nothing was kept.',
  cancelledNow: (count: number) => `${filesOf(count)} cancelled.`,
  again: (name: string) => `Try ${name} again`,
  tooManyPixels: (pixels: number, max: number) =>
    `The image has ${megapixels(pixels)} megapixels. The maximum is ${megapixels(max)}. Save it smaller and add it again.`,
  noAnswer: 'The service didn’t answer. The upload continues when you are online, or retry.',
  ended: 'Your session ended. Sign in again and retry.',
  ofCode: (detail: string, code: string) => `${detail} (${code})`,
} as const;

/** Each state of an upload that is under way, but for its percents. */
export const UPLOAD_STATES = {
  waits: 'Waits',
  checks: 'Being checked',
  saves: 'Being saved',
} as const;
