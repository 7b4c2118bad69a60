import { useEffect, useRef, useState } from 'preact/hooks';
import { keepDays } from '../../state/projects.ts';
import { formatBytes } from '../../texts/format.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { say } from '../../ui/toast.tsx';
import { ACCEPTED_TYPES } from '../../uploads/file-rules.ts';
import { replaceByFile, type SendPhase } from '../../uploads/send-image.ts';

export interface ReplaceDialogProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onClose: () => void;
  readonly onReplaced: () => void;
}

/** Asks for the new file of an image, and replaces it; closing stops an upload. */
export function ReplaceDialog({ projectId, imageId, onClose, onReplaced }: ReplaceDialogProps) {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<SendPhase>('sends');
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const act = async () => {
    if (!file) return;
    await replaceByFile({
      projectId,
      imageId,
      file,
      signal: stop.current.signal,
      onPhase: setPhase,
    });
    say(KEPT_TEXTS.replacedNow);
    onReplaced();
    onClose();
  };
  const days = keepDays();
  return (
    <FormDialog
      title={KEPT_TEXTS.replaceTitle}
      about={days > 0 ? KEPT_TEXTS.replaceKept(days) : KEPT_TEXTS.replaceErased}
      yes={KEPT_TEXTS.replaceNow}
      busy={KEPT_TEXTS.phase[phase]}
      failed={KEPT_TEXTS.replaceFailed}
      isDanger={days === 0}
      isReady={file !== undefined}
      act={act}
      onClose={onClose}
    >
      <div class="row-c chosen-file">
        <FileChooser
          label={file ? KEPT_TEXTS.chooseOther : KEPT_TEXTS.chooseFile}
          icon="folder"
          offered={{ accept: ACCEPTED_TYPES }}
          onFiles={([chosen]) => chosen && setFile(chosen)}
        />
        <span class="clip" role="status">
          {file ? `${file.name}, ${formatBytes(file.size)}` : KEPT_TEXTS.noFile}
        </span>
      </div>
    </FormDialog>
  );
}
