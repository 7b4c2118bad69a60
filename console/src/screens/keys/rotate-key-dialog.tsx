import { useState } from 'preact/hooks';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { KEYS_TEXTS } from '../../texts/keys-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { KEY_KINDS, type MadeKey } from './key-kinds.ts';

type Hours = keyof typeof KEYS_TEXTS.overlaps;

const HOURS = choicesOf(KEYS_TEXTS.overlaps);

export interface RotateKeyDialogProps {
  readonly projectId: string;
  readonly kind: KeyKind;
  readonly of: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
}

/** Requests how long the old key still works, and makes the new one. */
export function RotateKeyDialog({ projectId, kind, of, onClose, onMade }: RotateKeyDialogProps) {
  const [hours, setHours] = useState<Hours>('24');
  const rotate = async () => {
    const request = { projectId, keyId: of.keyId, overlapHours: Number(hours) };
    onMade(await KEY_KINDS[kind].rotate(request));
  };
  return (
    <FormDialog
      title={KEYS_TEXTS.rotateTitle(of.name)}
      about={KEYS_TEXTS.rotateAbout}
      yes={KEYS_TEXTS.rotate}
      failed={KEYS_TEXTS.rotateFailed}
      isDanger={hours === '0'}
      act={rotate}
      onClose={onClose}
    >
      <ValueLine label={KEYS_TEXTS.oldWorksFor} value={hours} choices={HOURS} onChange={setHours}>
        <p class="line-below">
          <span>{hours === '0' ? KEYS_TEXTS.overlapNone : KEYS_TEXTS.overlapHint}</span>
        </p>
      </ValueLine>
    </FormDialog>
  );
}
