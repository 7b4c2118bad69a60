import type { KeyKind } from '../../state/api-key.ts';
import { formatMoment } from '../../texts/format.ts';
import { KEYS_TEXTS, KIND_TEXTS } from '../../texts/keys-texts.ts';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { isLive, KEY_KINDS, type MadeKey } from './key-kinds.ts';
import { Scopes } from './key-table.tsx';

export interface MadeKeyDialogProps {
  readonly kind: KeyKind;
  readonly made: MadeKey;
  readonly onDone: () => void;
}

/** Shows a new key one time; it closes only after the user says that it is kept. */
export function MadeKeyDialog({ kind, made, onDone }: MadeKeyDialogProps) {
  const { key, text, previous } = made;
  const end = (at: string | null) => (at === null ? KEYS_TEXTS.endNever : formatMoment(at));
  const isPreviousLive = previous !== undefined && isLive(previous, Date.now());
  return (
    <SecretDialog
      title={KIND_TEXTS[kind].copyTitle}
      about={KIND_TEXTS[kind].copyAbout}
      text={text}
      what={KEYS_TEXTS.copyKey}
      envName={KEY_KINDS[kind].envName}
      onDone={onDone}
    >
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
    </SecretDialog>
  );
}
