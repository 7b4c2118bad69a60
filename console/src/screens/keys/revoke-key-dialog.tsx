import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { KEYS_TEXTS } from '../../texts/keys-texts.ts';
import { AskDialog } from '../../ui/dialogs/ask-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { When } from '../../ui/when.tsx';
import { KEY_KINDS } from './key-kinds.ts';

export interface RevokeKeyDialogProps {
  readonly projectId: string;
  readonly kind: KeyKind;
  readonly of: ApiKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Requests the key's name, and revokes it permanently. */
export function RevokeKeyDialog({ projectId, kind, of, onClose, onRevoked }: RevokeKeyDialogProps) {
  const isOld = of.replacedBy !== null;
  return (
    <AskDialog
      title={isOld ? KEYS_TEXTS.endOldTitle(of.name) : KEYS_TEXTS.revokeTitle(of.name)}
      about={KEYS_TEXTS.revokeAbout}
      yes={isOld ? KEYS_TEXTS.endOldKey : KEYS_TEXTS.revokeNow}
      failed={KEYS_TEXTS.revokeFailed}
      safe={KEYS_TEXTS.revokeSafe}
      typed={{ label: KEYS_TEXTS.typeName(of.name), value: of.name }}
      act={async () => {
        await KEY_KINDS[kind].revoke({ projectId, keyId: of.keyId });
        onRevoked();
      }}
      onClose={onClose}
    >
      <Facts
        of={[
          [KEYS_TEXTS.key, <code>{`${KEY_KINDS[kind].prefix}…${of.lastFour}`}</code>],
          [
            KEYS_TEXTS.revokeUse,
            of.lastUsedAt === null ? KEYS_TEXTS.notUsed : <When at={of.lastUsedAt} />,
          ],
        ]}
      />
    </AskDialog>
  );
}
