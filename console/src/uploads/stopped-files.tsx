import { usage } from '../state/projects.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { retryForPlaces, retryUploads, type Upload } from './upload-queue.ts';

/** So many that stopped for one reason still have a row each. */
const MOST_ROWS = 3;

/** Files that stopped for one reason, in one line. */
export interface StoppedFiles {
  readonly reason: string;
  readonly ids: ReadonlySet<string>;
  readonly isForPlace: boolean;
}

function reasonOf({ isForPlace, isCancelled, note = '' }: Upload): string {
  if (isForPlace) return UPLOAD_TEXTS.noPlaceLeft;
  return isCancelled ? UPLOAD_TEXTS.cancelled : note;
}

/** The files that stopped, by reason: all that wait for places, and others from four on. */
export function groupStopped(all: readonly Upload[]): readonly StoppedFiles[] {
  const byReason = new Map<string, Upload[]>();
  for (const one of all) {
    if (one.state !== 'stopped') continue;
    const group = byReason.get(reasonOf(one)) ?? [];
    group.push(one);
    byReason.set(reasonOf(one), group);
  }
  return [...byReason]
    .map(([reason, group]) => ({
      reason,
      ids: new Set(group.map(({ id }) => id)),
      isForPlace: group.some(({ isForPlace }) => isForPlace),
    }))
    .filter(({ ids, isForPlace }) => isForPlace || ids.size > MOST_ROWS);
}

function placesNote(): string {
  const images = usage.value?.images;
  return images && images.limit !== null
    ? UPLOAD_TEXTS.placesUsed(images.used, images.limit)
    : UPLOAD_TEXTS.filesStay;
}

interface StoppedRowProps {
  readonly files: StoppedFiles;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** The line of them, with "Retry all" and "Show files". */
export function StoppedRow({ files, isShown, onShow }: StoppedRowProps) {
  const { ids, reason, isForPlace } = files;
  const retry = () => (isForPlace ? void retryForPlaces() : retryUploads(ids));
  return (
    <li class={isForPlace ? 'up fail many' : 'up stop many'}>
      <span class="up-pic">
        <Icon name={isForPlace ? 'warn' : 'rotate'} />
      </span>
      <div class="grow">
        <b>
          {isForPlace ? UPLOAD_TEXTS.waitForPlaces(ids.size) : UPLOAD_TEXTS.filesStopped(ids.size)}
        </b>
        <span class="note">{isForPlace ? placesNote() : reason}</span>
        <span class="row-c">
          <Button size="small" icon="rotate" onClick={retry}>
            {UPLOAD_TEXTS.retryAll}
          </Button>
          <Button size="small" kind="quiet" onClick={onShow}>
            {isShown ? UPLOAD_TEXTS.hideFiles : UPLOAD_TEXTS.showFiles}
          </Button>
        </span>
      </div>
    </li>
  );
}
