import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { formatMoment } from '../../texts/format.ts';
import { KEYS_TEXTS, KIND_TEXTS } from '../../texts/keys-texts.ts';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { isLive, KEY_KINDS, type MadeKey } from './key-kinds.ts';
import { Scopes } from './key-table.tsx';

export interface MadeKeyDialogProps {
  readonly kind: KeyKind;
  readonly made: MadeKey;
  readonly onDone: () => void;
}

const end = (at: string | null) => (at === null ? KEYS_TEXTS.endNever : formatMoment(at));

function OldKey({ of }: { readonly of: ApiKey }) {
  return (
    <>
      <code>…{of.lastFour}</code>{' '}
      {isLive(of, Date.now())
        ? `${KEYS_TEXTS.oldKeyEnds} ${end(of.expiresAt)}`
        : KEYS_TEXTS.oldKeyEnded}
    </>
  );
}

/** Shows a new key one time; it closes only after the user says that it is kept. */
export function MadeKeyDialog({ kind, made, onDone }: MadeKeyDialogProps) {
  const { key, text, previous } = made;
  return (
    <SecretDialog
      title={KIND_TEXTS[kind].copyTitle}
      about={KIND_TEXTS[kind].copyAbout}
      text={text}
      what={KEYS_TEXTS.copyKey}
      envName={KEY_KINDS[kind].envName}
      onDone={onDone}
    >
      <Facts
        of={[
          [KEYS_TEXTS.name, key.name],
          kind === 'api' && [KEYS_TEXTS.may, <Scopes of={key} areAllNamed />],
          [KEYS_TEXTS.ends, end(key.expiresAt)],
          !!previous && [KEYS_TEXTS.oldKey, <OldKey of={previous} />],
        ]}
      />
    </SecretDialog>
  );
}
