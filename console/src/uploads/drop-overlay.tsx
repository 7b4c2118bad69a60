import { useEffect, useState } from 'preact/hooks';
import { account, currentProject, mayCall } from '../state/projects.ts';
import { leftOf } from '../state/quota-state.ts';
import { planOf } from '../texts/shell-texts.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { readDrop, readPaste } from './dropped-files.ts';
import { addUploads } from './upload-queue.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
const countOf = ({ dataTransfer }: DragEvent) =>
  [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length;

/** Takes files that are pasted, until `signal` stops it. */
function followPastes(signal: AbortSignal): void {
  const paste = ({ clipboardData }: ClipboardEvent) => {
    if (clipboardData && clipboardData.files.length > 0) addUploads(readPaste(clipboardData));
  };
  addEventListener('paste', paste, { signal });
}

/** Takes files that are dropped, until `signal` stops it; tells how many are over the window. */
function followDrops(signal: AbortSignal, onCount: (count: number | undefined) => void): void {
  let depth = 0;
  const leave = () => {
    depth = 0;
    onCount(undefined);
  };
  const follow: { readonly [name: string]: (event: DragEvent) => void } = {
    dragenter(event) {
      if (!hasFiles(event)) return;
      depth += 1;
      onCount(countOf(event));
    },
    dragover(event) {
      if (hasFiles(event)) event.preventDefault(); // or the browser opens the file
    },
    dragleave() {
      depth -= 1;
      if (depth <= 0) leave();
    },
    drop(event) {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      leave();
      void readDrop(event.dataTransfer).then(addUploads);
    },
  };
  for (const [name, listener] of Object.entries(follow)) {
    addEventListener(name, listener as EventListener, { signal });
  }
}

/** How many files are over the window; undefined: none. */
function useDrop(): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    followDrops(stop.signal, setCount);
    followPastes(stop.signal);
    return () => stop.abort();
  }, []);
  return count;
}

function placesLeft(): string | undefined {
  const left = leftOf('images') ?? undefined;
  const plan = account.value?.plan.name;
  if (left === undefined || plan === undefined) return undefined;
  return UPLOAD_TEXTS.placesLeft(left, planOf(plan));
}

function Overlay() {
  const count = useDrop();
  if (count === undefined) return null;
  const left = placesLeft();
  return (
    <div class="drop" role="status">
      <div>
        <span class="drop-i">
          <Icon name="upload" />
        </span>
        <h2>{UPLOAD_TEXTS.drop(count, currentProject.value?.name ?? '')}</h2>
        <p>
          {UPLOAD_TEXTS.dropAbout}
          {left !== undefined && (
            <>
              <br />
              {left}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** Takes drops and pastes on every page, where the role may save images. */
export function DropOverlay() {
  return mayCall('saveTemporaryImage') ? <Overlay /> : null;
}
