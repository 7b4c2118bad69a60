import { useState } from 'preact/hooks';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { KEYS_TEXTS } from '../../texts/keys-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { useAction } from '../../ui/use-action.ts';
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
  const { isBusy, fault, run } = useAction();
  const rotate = () =>
    run(async () => {
      const request = { projectId, keyId: of.keyId, overlapHours: Number(hours) };
      onMade(await KEY_KINDS[kind].rotate(request));
    });
  return (
    <Dialog
      title={KEYS_TEXTS.rotateTitle(of.name)}
      about={KEYS_TEXTS.rotateAbout}
      onClose={onClose}
      onSubmit={rotate}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDanger={hours === '0'} isDisabled={isBusy}>
            {KEYS_TEXTS.rotate}
          </Button>
        </>
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={KEYS_TEXTS.rotateFailed} />}
      <ValueLine label={KEYS_TEXTS.oldWorksFor} value={hours} choices={HOURS} onChange={setHours}>
        <p class="line-below">
          <span>{hours === '0' ? KEYS_TEXTS.overlapNone : KEYS_TEXTS.overlapHint}</span>
        </p>
      </ValueLine>
    </Dialog>
  );
}
