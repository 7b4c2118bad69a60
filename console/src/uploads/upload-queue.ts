import { effect, signal } from '@preact/signals';
import { ImagewellError } from 'imagewell-client';
import type { Image } from '../images/image.ts';
import { addImage } from '../images/image-list.ts';
import { imagewell } from '../state/imagewell.ts';
import { isOnline } from '../state/online.ts';
import { currentProject, loadUsage } from '../state/projects.ts';
import { leftOf } from '../state/quota-state.ts';
import { sessionState } from '../state/session/session.ts';
import { hasCode } from '../texts/fault-kinds.ts';
import { describeRefusal } from '../texts/refusal-texts.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { findFileFault, isDirect } from './file-rules.ts';
import { adoptUploads, forgetUpload, holdTab, keepUpload, TAB } from './kept-uploads.ts';
import { type SendPhase, sendImage } from './send-image.ts';

export type UploadState = 'waits' | SendPhase | 'saved' | 'refused' | 'stopped';

/** One file on its way. */
export interface Upload {
  readonly id: string;
  readonly projectId: string;
  readonly file: File;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Sent to the storage, and not through the API. */
  readonly isDirect: boolean;
  /** It began before the page was loaded. */
  readonly isResumed: boolean;
  /** Stopped by a network failure: it continues automatically. */
  readonly isForNetwork: boolean;
  /** Stopped since the plan has no place left: it waits for "Retry all". */
  readonly isForPlace: boolean;
  /** Cancelled by the user, who may try it again. */
  readonly isCancelled: boolean;
  /** A blob: address of the file, until it is dismissed. */
  readonly preview: string | undefined;
  /** Why it wasn't taken or stopped, with the cure. */
  readonly note: string | undefined;
  readonly temporaryImageUrl: string | undefined;
  readonly image: Image | undefined;
  /** Another image of the project with the same stored bytes. */
  readonly twin: Image | undefined;
}

/** So many are sent side by side. */
const AT_ONCE = 4;

/** All uploads of this page, the oldest first. */
export const uploads = signal<readonly Upload[]>([]);
/** The announcements for screen readers: starts, ends and faults. */
export const announcement = signal('');
/** When the first of the files under way was begun, and the bytes that were sent since. */
export const pace = signal({ since: 0, bytes: 0 });

const running = new Map<string, AbortController>();

export const isUnderWay = ({ state }: Upload) =>
  state === 'waits' || state === 'sends' || state === 'checks' || state === 'saves';

function change(id: string, part: Partial<Upload>): void {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...part } : one));
}

/** A failure that may be none the next time: the network, or a service that is busy. */
const isPassing = ({ code, status }: ImagewellError) =>
  code === 'network_error' ||
  code === 'temporary_image_pending' ||
  status === 401 ||
  status === 429 ||
  status >= 500;

function noteOf(fault: unknown): string {
  if (!(fault instanceof ImagewellError)) return String(fault);
  if (fault.code === 'network_error') return UPLOAD_TEXTS.noAnswer;
  if (fault.status === 401) return UPLOAD_TEXTS.ended;
  return describeRefusal(fault.detail) ?? UPLOAD_TEXTS.ofCode(fault.detail, fault.code);
}

const FOR_PLACE = { state: 'stopped', isForPlace: true, note: undefined } as const;

/** So many files wait for places. */
export const waitingForPlace = () => uploads.value.filter(({ isForPlace }) => isForPlace).length;

function announceStopped(): void {
  announcement.value = UPLOAD_TEXTS.noPlaceNow(waitingForPlace());
}

/** The service took no more images: those that haven't begun would only be refused. */
function stopForPlace(id: string): void {
  uploads.value = uploads.value.map((one) =>
    one.id === id || (one.state === 'waits' && !running.has(one.id))
      ? { ...one, ...FOR_PLACE }
      : one,
  );
  announceStopped();
  readUsageSoon();
}

function failed({ id, file }: Upload, fault: unknown): void {
  if (hasCode(fault, 'image_quota_exceeded')) {
    stopForPlace(id);
    return;
  }
  const isRefused = fault instanceof ImagewellError && !isPassing(fault);
  const isForNetwork = hasCode(fault, 'network_error');
  change(id, { state: isRefused ? 'refused' : 'stopped', note: noteOf(fault), isForNetwork });
  announcement.value = isRefused
    ? UPLOAD_TEXTS.notTakenNow(file.name)
    : UPLOAD_TEXTS.stoppedNow(file.name);
  if (isRefused) void forgetUpload(id);
}

let usageTimer: ReturnType<typeof setTimeout> | undefined;

/** The usage is read once after several that were saved. */
function readUsageSoon(): void {
  clearTimeout(usageTimer);
  usageTimer = setTimeout(() => loadUsage().catch(() => {}), 500);
}

/** Looks for another image with the same bytes; nothing depends on it. */
async function findTwin(id: string, projectId: string, { imageId, sha256 }: Image) {
  const { images } = await imagewell().listImages({ projectId, sha256, limit: 2 });
  change(id, { twin: images.find((one) => one.imageId !== imageId) });
}

function takeSaved({ id, projectId, file }: Upload, image: Image): void {
  change(id, { state: 'saved', image, sentBytes: file.size });
  announcement.value = UPLOAD_TEXTS.savedNow(file.name);
  addImage(projectId, image);
  findTwin(id, projectId, image).catch(() => {});
  void forgetUpload(id);
  readUsageSoon();
}

async function run(upload: Upload): Promise<void> {
  const { id, projectId, file } = upload;
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const image = await sendImage({
      projectId,
      file,
      temporaryImageUrl: upload.temporaryImageUrl,
      signal: stop.signal,
      onPhase(state, sentBytes) {
        if (stop.signal.aborted) return;
        const before = uploads.value.find((one) => one.id === id)?.sentBytes ?? 0;
        const more = Math.max(0, sentBytes - before);
        pace.value = { ...pace.value, bytes: pace.value.bytes + more };
        change(id, { state, sentBytes });
      },
      onArrived(temporaryImageUrl) {
        change(id, { temporaryImageUrl });
        void keepUpload({ id, tab: TAB, projectId, file, temporaryImageUrl });
      },
    });
    takeSaved(upload, image);
  } catch (error) {
    if (!stop.signal.aborted) failed(upload, error);
  } finally {
    running.delete(id);
    startNext();
  }
}

function startNext(): void {
  if (!isOnline.value || sessionState.value !== 'signed-in') return;
  const waiting = uploads.value.filter(({ id, state }) => state === 'waits' && !running.has(id));
  if (waiting.length > 0 && running.size === 0) pace.value = { since: Date.now(), bytes: 0 };
  for (const upload of waiting.slice(0, AT_ONCE - running.size)) void run(upload);
}

/** The places that the files under way leave; infinite where nothing limits them. */
function placesLeft(): number {
  const left = currentProject.value?.quotaMode === 'log' ? null : leftOf('images');
  if (left === null || left === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, left - uploads.value.filter(isUnderWay).length);
}

function prepare(file: File, projectId: string): Upload {
  const fault = findFileFault(file);
  return {
    id: crypto.randomUUID(),
    projectId,
    file,
    state: fault === undefined ? 'waits' : 'refused',
    sentBytes: 0,
    isDirect: isDirect(file),
    isResumed: false,
    isForNetwork: false,
    isForPlace: false,
    isCancelled: false,
    preview: fault === undefined ? URL.createObjectURL(file) : undefined,
    note: fault,
    temporaryImageUrl: undefined,
    image: undefined,
    twin: undefined,
  };
}

/** Adds files to the current project; each is told apart, and none is lost silently. */
export function addUploads(files: readonly File[]): void {
  const projectId = currentProject.value?.projectId;
  if (projectId === undefined || files.length === 0) return;
  let places = placesLeft();
  const added = files.map((file): Upload => {
    const upload = prepare(file, projectId);
    if (upload.state === 'refused') return upload;
    places -= 1;
    return places < 0 ? { ...upload, ...FOR_PLACE } : upload;
  });
  uploads.value = [...uploads.value, ...added];
  const waiting = added.filter(({ state }) => state === 'waits');
  if (waiting.length > 0) announcement.value = UPLOAD_TEXTS.started(waiting.length);
  if (added.some(({ isForPlace }) => isForPlace)) announceStopped();
  for (const { id, file } of waiting) {
    void keepUpload({ id, tab: TAB, projectId, file, temporaryImageUrl: undefined });
  }
  startNext();
}

function remove(ids: ReadonlySet<string>): void {
  for (const { id, preview } of uploads.value) {
    if (!ids.has(id)) continue;
    running.get(id)?.abort();
    if (preview !== undefined) URL.revokeObjectURL(preview);
    void forgetUpload(id);
  }
  uploads.value = uploads.value.filter(({ id }) => !ids.has(id));
  startNext();
}

/** Takes one off the tray that isn't under way. */
export const dismissUpload = (id: string) => remove(new Set([id]));

const idsOf = (isChosen: (upload: Upload) => boolean) =>
  new Set(uploads.value.filter(isChosen).map(({ id }) => id));

/** Takes all that have ended off the tray. */
export const clearEnded = () => remove(idsOf((one) => !isUnderWay(one)));

function cancel(ids: ReadonlySet<string>): void {
  uploads.value = uploads.value.map((one) => {
    if (!ids.has(one.id)) return one;
    running.get(one.id)?.abort();
    void forgetUpload(one.id);
    const note = UPLOAD_TEXTS.cancelledAt(one.sentBytes / one.file.size);
    const stopped = { state: 'stopped', isCancelled: true, temporaryImageUrl: undefined } as const;
    return { ...one, ...stopped, note };
  });
  announcement.value = UPLOAD_TEXTS.cancelledNow(ids.size);
  startNext();
}

/** Cancels one that is under way; it stays on the tray and can be tried again. */
export const cancelUpload = (id: string) => cancel(new Set([id]));
/** Cancels all that are under way. */
export const cancelAll = () => cancel(idsOf(isUnderWay));

const AGAIN = {
  state: 'waits',
  note: undefined,
  sentBytes: 0,
  isForNetwork: false,
  isForPlace: false,
  isCancelled: false,
} as const;

function tryAgain(ids: ReadonlySet<string>): void {
  uploads.value = uploads.value.map((one) => (ids.has(one.id) ? { ...one, ...AGAIN } : one));
}

/** Tries those again that stopped. */
export function retryUploads(ids: ReadonlySet<string>): void {
  tryAgain(ids);
  startNext();
}

/** The files of the last "Retry all". */
export const retried = signal<ReadonlySet<string>>(new Set());

/** Tries those again that wait for places, as many as there are places now. */
export async function retryForPlaces(): Promise<void> {
  await loadUsage().catch(() => {}); // as it was known, then
  const places = placesLeft();
  const waiting = uploads.value.filter(({ isForPlace }) => isForPlace);
  const taken = new Set(waiting.slice(0, places).map(({ id }) => id));
  retried.value = taken;
  tryAgain(taken);
  if (taken.size === 0) announceStopped();
  else announcement.value = UPLOAD_TEXTS.started(taken.size);
  startNext();
}

function retryForNetwork(): void {
  retryUploads(idsOf(({ state, isForNetwork }) => state === 'stopped' && isForNetwork));
}

async function resume(): Promise<void> {
  const kept = await adoptUploads();
  const resumed = kept.map(({ id, projectId, file, temporaryImageUrl }) => ({
    ...prepare(file, projectId),
    id,
    temporaryImageUrl,
    isResumed: true,
  }));
  uploads.value = [...resumed, ...uploads.value];
  startNext();
}

/** Continues the uploads that an earlier page left, and follows network and session from now on. */
export function startUploads(): void {
  holdTab();
  void resume();
  let wasReady = false;
  effect(() => {
    const isReady = isOnline.value && sessionState.value === 'signed-in';
    if (isReady && !wasReady) {
      setTimeout(() => {
        retryForNetwork();
        startNext();
      });
    }
    wasReady = isReady;
  });
}
