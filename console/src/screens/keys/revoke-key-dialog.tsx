import { useState } from 'preact/hooks';
import { KEYS_TEXTS } from '../../texts/keys-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field } from '../../ui/field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { When } from '../../ui/when.tsx';
import { type ApiKey, KEY_KINDS, type KeyKind } from './key-kinds.ts';

export interface RevokeKeyDialogProps {
  readonly projectId: string;
  readonly kind: KeyKind;
  readonly of: ApiKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Requests the key's name, and revokes it permanently. */
export function RevokeKeyDialog({ projectId, kind, of, onClose, onRevoked }: RevokeKeyDialogProps) {
  const [typed, setTyped] = useState('');
  const { isBusy, fault, run } = useAction();
  const isOld = of.replacedBy !== null;
  const isNamed = typed.trim() === of.name;
  const revoke = () =>
    run(async () => {
      if (!isNamed) return;
      await KEY_KINDS[kind].revoke({ projectId, keyId: of.keyId });
      onRevoked();
    });
  return (
    <Dialog
      title={isOld ? KEYS_TEXTS.endOldTitle(of.name) : KEYS_TEXTS.revokeTitle(of.name)}
      about={KEYS_TEXTS.revokeAbout}
      onClose={onClose}
      onSubmit={revoke}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDanger isDisabled={isBusy || !isNamed}>
            {isOld ? KEYS_TEXTS.endOldKey : KEYS_TEXTS.revokeNow}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <FaultBanner fault={fault} what={KEYS_TEXTS.revokeFailed} safe={KEYS_TEXTS.revokeSafe} />
      )}
      <dl class="facts">
        <dt>{KEYS_TEXTS.key}</dt>
        <dd>
          <code>{`${KEY_KINDS[kind].prefix}…${of.lastFour}`}</code>
        </dd>
        <dt>{KEYS_TEXTS.revokeUse}</dt>
        <dd>{of.lastUsedAt === null ? KEYS_TEXTS.notUsed : <When at={of.lastUsedAt} />}</dd>
      </dl>
      <Field label={KEYS_TEXTS.typeName(of.name)} value={typed} onInput={setTyped} autoFocus />
    </Dialog>
  );
}
