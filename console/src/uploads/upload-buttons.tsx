import { useId } from 'preact/hooks';
import { isFull } from '../state/quota-state.ts';
import { GALLERY_TEXTS } from '../texts/gallery-texts.ts';
import { QUOTA_TEXTS } from '../texts/quota-texts.ts';
import { FileChooser } from '../ui/file-chooser.tsx';
import { ACCEPTED_TYPES, looksLikeImage } from './file-rules.ts';
import { addUploads } from './upload-queue.ts';

const CAMERA = { accept: 'image/*', capture: 'environment' } as const;
const FILES = { accept: ACCEPTED_TYPES, multiple: true } as const;
/** No standard has it, every browser knows it, and Preact's types don't. */
const FOLDER = { ...FILES, webkitdirectory: true } as const;

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
          <FileChooser
            label={GALLERY_TEXTS.camera}
            icon="camera"
            offered={CAMERA}
            class="only-phone"
            onFiles={addUploads}
          />
          <FileChooser
            label={GALLERY_TEXTS.folder}
            icon="folder"
            offered={FOLDER}
            class="hide-phone"
            onFiles={(files) => addUploads(files.filter(looksLikeImage))}
          />
        </>
      )}
      <FileChooser
        label={GALLERY_TEXTS.upload}
        icon="upload"
        offered={FILES}
        onFiles={addUploads}
        kind="primary"
        shortcut="u"
        blockedBy={blockedBy}
      />
    </>
  );
}
