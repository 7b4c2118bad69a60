import { useComputed } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { nameOfImage } from '../images/image.ts';
import { linkTo } from '../state/links.ts';
import { isOnline } from '../state/online.ts';
import { formatBytes } from '../texts/format.ts';
import { visibleChanges } from '../texts/lost-texts.ts';
import { UPLOAD_STATES, UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { groupStopped, StoppedRow } from './stopped-files.tsx';
import {
  announcement,
  cancelAll,
  cancelUpload,
  clearEnded,
  dismissUpload,
  isUnderWay,
  pace,
  retried,
  retryUploads,
  type Upload,
  uploads,
} from './upload-queue.ts';

/** Of a long queue the tray draws so many rows; those under way and the faults come first. */
const MAX_ROWS = 60;
const PHONE = '(max-width: 767px)';

const WARNS = { icon: 'warn' } as const;

function StateWord({ upload }: { readonly upload: Upload }) {
  const { state, sentBytes, file } = upload;
  if (state === 'saved') {
    return (
      <Badge kind="ok" icon="check">
        {UPLOAD_TEXTS.saved}
      </Badge>
    );
  }
  if (state === 'refused') {
    return (
      <Badge kind="bad" icon="error">
        {UPLOAD_TEXTS.notTaken}
      </Badge>
    );
  }
  if (state === 'stopped') {
    return (
      <Badge kind={upload.isCancelled ? 'neutral' : 'warn'} {...(!upload.isCancelled && WARNS)}>
        {UPLOAD_TEXTS.stopped}
      </Badge>
    );
  }
  if (state === 'sends') return <>{UPLOAD_TEXTS.percent(sentBytes / file.size)}</>;
  return <>{UPLOAD_STATES[state]}</>;
}

function noteOf({ file, note, isDirect, isResumed, state, image, twin }: Upload): string {
  if (note !== undefined) return note;
  const parts = [formatBytes(file.size), ...(image ? visibleChanges(image) : [])];
  if (isDirect && state !== 'saved') parts.push(UPLOAD_TEXTS.direct);
  if (isResumed && state !== 'saved') parts.push(UPLOAD_TEXTS.resumed);
  if (twin) parts.push(UPLOAD_TEXTS.sameAs(nameOfImage(twin)));
  return parts.join(' · ');
}

function Acts({ upload }: { readonly upload: Upload }) {
  const { id, state, file, image } = upload;
  if (image) return <CopyButton text={image.imageUrl} what={UPLOAD_TEXTS.copyUrl(file.name)} />;
  const isBusy = isUnderWay(upload);
  return (
    <>
      {state === 'stopped' && (
        <IconButton
          icon="rotate"
          size="small"
          label={upload.isCancelled ? UPLOAD_TEXTS.again(file.name) : UPLOAD_TEXTS.retry(file.name)}
          onClick={() => retryUploads(new Set([id]))}
        />
      )}
      <IconButton
        icon="x"
        size="small"
        label={isBusy ? UPLOAD_TEXTS.cancel(file.name) : UPLOAD_TEXTS.dismiss(file.name)}
        onClick={() => (isBusy ? cancelUpload(id) : dismissUpload(id))}
      />
    </>
  );
}

const CLASSES: Readonly<Partial<Record<Upload['state'], string>>> = {
  waits: 'up wait',
  saved: 'up done',
  refused: 'up fail',
  stopped: 'up stop',
};

/** The icon is there in place of a preview that the browser can't draw. */
const hide = ({ currentTarget }: TargetedEvent<HTMLImageElement>) => {
  currentTarget.hidden = true;
};

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { file, preview, state, sentBytes, image } = upload;
  return (
    <li class={CLASSES[state] ?? 'up busy'}>
      <span class="up-pic">
        {preview && <img src={preview} alt="" onError={hide} />}
        <Icon name="images" />
      </span>
      <div class="grow">
        <span class="row">
          <b title={file.name}>
            {image ? (
              <a href={linkTo('image', { imageId: image.imageId })}>{file.name}</a>
            ) : (
              file.name
            )}
          </b>
          <span class="num">
            <StateWord upload={upload} />
          </span>
        </span>
        {isUnderWay(upload) && (
          <progress max={file.size} value={sentBytes} aria-label={file.name} />
        )}
        <span class="note">{noteOf(upload)}</span>
      </div>
      <span class="acts">
        <Acts upload={upload} />
      </span>
    </li>
  );
}

const countOf = (all: readonly Upload[], isChosen: (one: Upload) => boolean) =>
  all.filter(isChosen).length;
const isSaved = ({ state }: Upload) => state === 'saved';
const isForPlace = (one: Upload) => one.isForPlace;

function titleOf(all: readonly Upload[]): string {
  const waiting = countOf(all, isForPlace);
  if (waiting > 0 && !all.some(isUnderWay)) {
    const again = countOf(all, (one) => isSaved(one) && retried.value.has(one.id));
    return again > 0
      ? UPLOAD_TEXTS.savedAndWait(again, waiting)
      : UPLOAD_TEXTS.filesStopped(waiting);
  }
  const done = all.filter((one) => !isUnderWay(one)).length;
  if (done < all.length) return UPLOAD_TEXTS.busy(done + 1, all.length);
  const saved = all.filter(({ state }) => state === 'saved').length;
  return saved === 0 ? UPLOAD_TEXTS.finishedNone : UPLOAD_TEXTS.finished(saved);
}

function aboutOf(all: readonly Upload[]): string {
  const busy = all.filter(isUnderWay);
  if (busy.length === 0 && all.some(isForPlace)) {
    const saved = countOf(all, isSaved);
    const isFirst = saved > 0 && retried.value.size === 0;
    return (isFirst ? `${UPLOAD_TEXTS.savedCount(saved)} · ` : '') + UPLOAD_TEXTS.noPlaceLeft;
  }
  if (busy.length === 0) {
    const of = (state: Upload['state']) => all.filter((one) => one.state === state).length;
    const parts = [];
    if (of('refused') > 0) parts.push(UPLOAD_TEXTS.notTakenCount(of('refused')));
    if (of('stopped') > 0) parts.push(UPLOAD_TEXTS.stoppedCount(of('stopped')));
    return parts.join(' · ');
  }
  if (!isOnline.value) return UPLOAD_TEXTS.waitingOffline;
  const sum = (read: (one: Upload) => number) => busy.reduce((all, one) => all + read(one), 0);
  const [sent, total] = [sum(({ sentBytes }) => sentBytes), sum(({ file }) => file.size)];
  const { since, bytes } = pace.value;
  const elapsed = Date.now() - since;
  const progress = UPLOAD_TEXTS.progress(sent, total);
  if (bytes === 0 || elapsed < 1000 || sent >= total) return progress;
  return `${progress} · ${UPLOAD_TEXTS.left(((total - sent) * elapsed) / bytes)}`;
}

const RANK: Readonly<Record<Upload['state'], number>> = {
  sends: 0,
  checks: 0,
  saves: 0,
  refused: 1,
  stopped: 1,
  waits: 2,
  saved: 3,
};

/** Rows in the order of their start; a long queue shows those first that move or need an answer. */
function rowsOf(all: readonly Upload[]): readonly Upload[] {
  if (all.length <= MAX_ROWS) return all;
  return [...all].sort((a, b) => RANK[a.state] - RANK[b.state]).slice(0, MAX_ROWS);
}

interface HeadProps {
  readonly isOpen: boolean;
  readonly onFold: () => void;
}

function Head({ isOpen, onFold }: HeadProps) {
  const all = uploads.value;
  const about = aboutOf(all);
  return (
    <div class="tray-head">
      <button type="button" class="tray-fold" aria-expanded={isOpen} onClick={onFold}>
        <span class="grow">
          <b>{titleOf(all)}</b>
          {about !== '' && <small>{about}</small>}
        </span>
        <Icon name="down" class={isOpen ? 'i' : 'i up-side'} />
        <span class="vh">{UPLOAD_TEXTS.fold}</span>
      </button>
      {!all.some(isUnderWay) && (
        <IconButton icon="x" label={UPLOAD_TEXTS.clear} onClick={clearEnded} />
      )}
    </div>
  );
}

interface RowsProps {
  /** The reasons whose files are shown one by one. */
  readonly shown: readonly string[];
  readonly onShown: (shown: readonly string[]) => void;
}

function Rows({ shown, onShown }: RowsProps) {
  const all = uploads.value;
  const groups = groupStopped(all);
  const folded = new Set(
    groups.filter(({ reason }) => !shown.includes(reason)).flatMap(({ ids }) => [...ids]),
  );
  const toggle = (reason: string) =>
    onShown(shown.includes(reason) ? shown.filter((one) => one !== reason) : [...shown, reason]);
  return (
    <ul>
      {groups.map((files) => (
        <StoppedRow
          key={files.reason}
          files={files}
          isShown={shown.includes(files.reason)}
          onShow={() => toggle(files.reason)}
        />
      ))}
      {rowsOf(all.filter(({ id }) => !folded.has(id))).map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

/** The uploads, bottom right; a folded sheet on phones. It stays across pages. */
export function UploadTray() {
  const isEmpty = useComputed(() => uploads.value.length === 0);
  const [isOpen, setOpen] = useState(() => !matchMedia(PHONE).matches);
  const [shown, setShown] = useState<readonly string[]>([]);
  const spoken = (
    <p class="vh" role="status" aria-live="polite">
      {announcement.value}
    </p>
  );
  if (isEmpty.value) return spoken;
  const isLong = uploads.value.length > 1 && uploads.value.some(isUnderWay);
  return (
    <section class="tray" aria-label={UPLOAD_TEXTS.tray}>
      {spoken}
      <Head isOpen={isOpen} onFold={() => setOpen(!isOpen)} />
      {isOpen && <Rows shown={shown} onShown={setShown} />}
      {isOpen && isLong && (
        <div class="tray-foot">
          <Button kind="quiet" size="small" onClick={cancelAll}>
            {UPLOAD_TEXTS.stopAll}
          </Button>
        </div>
      )}
    </section>
  );
}
