import { useId, useRef } from 'preact/hooks';
import type { IconName } from '../icons/icons.ts';
import { useShortcuts } from '../state/keyboard.ts';
import { isFull } from '../state/quota-state.ts';
import { GALLERY_TEXTS } from '../texts/gallery-texts.ts';
import { QUOTA_TEXTS } from '../texts/quota-texts.ts';
import { Button } from '../ui/button.tsx';
import { ACCEPTED_TYPES, looksLikeImage } from './file-rules.ts';
import { addUploads } from './upload-queue.ts';

interface ChooserProps {
  readonly label: string;
  readonly icon: IconName;
  readonly kind?: 'primary' | 'outlined';
  /** The camera of a phone, or a folder, in place of files. */
  readonly source?: 'camera' | 'folder';
  readonly class?: string;
  /** The key that opens it. */
  readonly shortcut?: string;
  /** The ID of the reason why nothing can be added now. */
  readonly blockedBy?: string | undefined;
}

/** No standard has it, every browser knows it, and Preact's types don't. */
const FOLDER: object = { webkitdirectory: true };

/** A button that opens the browser's chooser. */
function Chooser(props: ChooserProps) {
  const { label, icon, kind = 'outlined', source, class: name, shortcut, blockedBy } = props;
  const input = useRef<HTMLInputElement>(null);
  const open = () => {
    if (blockedBy === undefined) input.current?.click();
  };
  useShortcuts(shortcut ? [{ keys: shortcut, label, run: open }] : []);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    addUploads(source === 'folder' ? files.filter(looksLikeImage) : files);
    if (input.current) input.current.value = ''; // the same file can be chosen again
  };
  return (
    <>
      <Button icon={icon} kind={kind} class={name ?? ''} blockedBy={blockedBy} onClick={open}>
        {label}
      </Button>
      <input
        ref={input}
        class="vh"
        type="file"
        tabIndex={-1}
        aria-label={label}
        aria-hidden="true"
        multiple={source !== 'camera'}
        accept={source === 'camera' ? 'image/*' : ACCEPTED_TYPES}
        capture={source === 'camera' ? 'environment' : undefined}
        {...(source === 'folder' && FOLDER)}
        onChange={take}
      />
    </>
  );
}

/** Files, a folder, or the camera of a phone. */
export function UploadButtons() {
  const id = useId();
  const isBlocked = isFull('images');
  const blockedBy = isBlocked ? id : undefined;
  return (
    <>
      {isBlocked && (
        <small class="why" id={id}>
          {QUOTA_TEXTS.noPlace}
        </small>
      )}
      {!isBlocked && (
        <>
          <Chooser label={GALLERY_TEXTS.camera} icon="camera" source="camera" class="only-phone" />
          <Chooser label={GALLERY_TEXTS.folder} icon="folder" source="folder" class="hide-phone" />
        </>
      )}
      <Chooser
        label={GALLERY_TEXTS.upload}
        icon="upload"
        kind="primary"
        shortcut="u"
        blockedBy={blockedBy}
      />
    </>
  );
}
