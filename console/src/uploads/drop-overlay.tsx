import { useEffect, useRef, useState } from 'preact/hooks';
import { account, currentProject, mayCall, usage } from '../state/projects.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { readDrop, readPaste } from './dropped-files.ts';
import { addUploads } from './upload-queue.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
const countOf = ({ dataTransfer }: DragEvent) =>
  [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length;

/** How many files are over the window; undefined: none. */
function useDrop(): number | undefined {
  const [count, setCount] = useState<number>();
  const depth = useRef(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const leave = () => {
      depth.current = 0;
      setCount(undefined);
    };
    addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setCount(countOf(event));
      },
      { signal },
    );
    addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event)) event.preventDefault(); // or the browser opens the file
      },
      { signal },
    );
    addEventListener(
      'dragleave',
      () => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      { signal },
    );
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event) || !event.dataTransfer) return;
        event.preventDefault();
        leave();
        void readDrop(event.dataTransfer).then(addUploads);
      },
      { signal },
    );
    addEventListener(
      'paste',
      ({ clipboardData }) => {
        if (clipboardData && clipboardData.files.length > 0) addUploads(readPaste(clipboardData));
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return count;
}

function placesLeft(): string | undefined {
  const images = usage.value?.images;
  const plan = account.value?.plan.name;
  if (!images || images.limit === null || plan === undefined) return undefined;
  const left = Math.max(0, images.limit - images.used);
  return UPLOAD_TEXTS.placesLeft(left, SHELL_TEXTS.plan(plan));
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
