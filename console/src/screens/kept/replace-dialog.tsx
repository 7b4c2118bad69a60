import { useEffect, useRef, useState } from 'preact/hooks';
import { keepDays } from '../../state/projects.ts';
import { formatBytes } from '../../texts/format.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { ACCEPTED_TYPES } from '../../uploads/file-rules.ts';
import { replaceByFile, type SendPhase } from '../../uploads/send-image.ts';
import { changeInLists } from './kept-calls.ts';

export interface ReplaceDialogProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onClose: () => void;
  readonly onReplaced: () => void;
}

interface ChosenProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
}

/** The chosen file, and the browser's chooser. */
function Chosen({ file, onChoose }: ChosenProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const [chosen] = input.current?.files ?? [];
    if (chosen) onChoose(chosen);
    if (input.current) input.current.value = ''; // the same file can be chosen again
  };
  const label = file ? KEPT_TEXTS.chooseOther : KEPT_TEXTS.chooseFile;
  return (
    <div class="row-c chosen-file">
      <Button icon="folder" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span class="clip" role="status">
        {file ? `${file.name}, ${formatBytes(file.size)}` : KEPT_TEXTS.noFile}
      </span>
      <input
        ref={input}
        class="vh"
        type="file"
        tabIndex={-1}
        aria-label={label}
        aria-hidden="true"
        accept={ACCEPTED_TYPES}
        onChange={take}
      />
    </div>
  );
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
    await changeInLists(projectId, imageId);
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
      <Chosen file={file} onChoose={setFile} />
    </FormDialog>
  );
}
