import { useState } from 'preact/hooks';
import { formatMoment } from '../../texts/format.ts';
import { KEYS_TEXTS, KIND_TEXTS } from '../../texts/keys-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import { isLive, KEY_KINDS, type KeyKind, type MadeKey } from './key-kinds.ts';
import { Scopes } from './key-table.tsx';

export interface MadeKeyDialogProps {
  readonly kind: KeyKind;
  readonly made: MadeKey;
  readonly onDone: () => void;
}

/** Shows a new key one time; it closes only after the user says that it is kept. */
export function MadeKeyDialog({ kind, made, onDone }: MadeKeyDialogProps) {
  const [isKept, setKept] = useState(false);
  const { key, text, previous } = made;
  const end = (at: string | null) => (at === null ? KEYS_TEXTS.endNever : formatMoment(at));
  const isPreviousLive = previous !== undefined && isLive(previous, Date.now());
  return (
    <Dialog
      title={KIND_TEXTS[kind].copyTitle}
      about={KIND_TEXTS[kind].copyAbout}
      mayClose={false}
      onClose={onDone}
      onSubmit={() => isKept && onDone()}
      actions={
        <Button type="submit" isDisabled={!isKept}>
          {UI_TEXTS.done}
        </Button>
      }
    >
      <div class="secret">
        <code>{text}</code>
        <CopyButton text={text} what={KEYS_TEXTS.copyKey} look="primary" />
      </div>
      <dl class="facts">
        <dt>{KEYS_TEXTS.name}</dt>
        <dd>{key.name}</dd>
        {kind === 'api' && (
          <>
            <dt>{KEYS_TEXTS.may}</dt>
            <dd>
              <Scopes of={key} areAllNamed />
            </dd>
          </>
        )}
        <dt>{KEYS_TEXTS.ends}</dt>
        <dd>{end(key.expiresAt)}</dd>
        {previous && (
          <>
            <dt>{KEYS_TEXTS.oldKey}</dt>
            <dd>
              <code>…{previous.lastFour}</code>{' '}
              {isPreviousLive
                ? `${KEYS_TEXTS.oldKeyEnds} ${end(previous.expiresAt)}`
                : KEYS_TEXTS.oldKeyEnded}
            </dd>
          </>
        )}
      </dl>
      <Code text={`${KEY_KINDS[kind].envName}=${text}`} what={KEYS_TEXTS.copyEnv} />
      <Check isOn={isKept} onChange={setKept}>
        {KEYS_TEXTS.safePlace}
      </Check>
    </Dialog>
  );
}
