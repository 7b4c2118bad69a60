import { useState } from 'preact/hooks';
import type { Role } from '../../generated/call-roles.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, mayCall } from '../../state/projects.ts';
import { type Member, nameOfMember } from '../../texts/member-names.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { AskDialog } from '../../ui/dialogs/ask-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Check } from '../../ui/field.tsx';

/** The confirmation before a change of a member. */
export type MemberStep =
  | { readonly act: 'remove'; readonly member: Member }
  | { readonly act: 'transfer'; readonly member: Member }
  | { readonly act: 'own-role'; readonly member: Member; readonly role: Role };

export interface MemberDialogProps {
  readonly step: MemberStep;
  readonly onClose: () => void;
  /** `hasOwnChanged`: the rights of the signed-in user have changed. */
  readonly onDone: (hasOwnChanged: boolean) => void;
}

interface KeyOfMember {
  readonly kind: string;
  readonly keyId: string;
  readonly name: string;
  readonly lastFour: string;
}

interface KeysLeftProps {
  readonly name: string;
  readonly keys: readonly KeyOfMember[];
  readonly onDone: () => void;
}

/** The keys that a removed member made, which still work. */
function KeysLeft({ name, keys, onDone }: KeysLeftProps) {
  return (
    <Dialog
      title={TEAM_TEXTS.removedTitle(name)}
      about={TEAM_TEXTS.removedKeys}
      onClose={onDone}
      actions={
        <>
          <Button href={linkTo('keys')}>{TEAM_TEXTS.toKeys}</Button>
          <Button autoFocus onClick={onDone}>
            {UI_TEXTS.done}
          </Button>
        </>
      }
    >
      <ul class="left-keys">
        {keys.map((key) => (
          <li key={key.keyId}>
            <b>{key.name}</b> <code>…{key.lastFour}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function RemoveDialog({ step, onClose, onDone }: MemberDialogProps) {
  const [isRevoking, setRevoking] = useState(false);
  const [keys, setKeys] = useState<readonly KeyOfMember[]>();
  const { accountId, isYou } = step.member;
  const { projectId = '', name: project = '' } = currentProject.value ?? {};
  const name = nameOfMember(step.member);
  const remove = async () => {
    const asked = { projectId, accountId, ...(isRevoking && { revokeKeys: true }) };
    const gone = await imagewell().removeMember(asked);
    const left = isRevoking || isYou ? [] : (gone.keys ?? []);
    if (left.length === 0) onDone(isYou);
    else setKeys(left);
  };
  if (keys) return <KeysLeft name={name} keys={keys} onDone={() => onDone(false)} />;
  return (
    <AskDialog
      title={isYou ? TEAM_TEXTS.leaveTitle(project) : TEAM_TEXTS.removeTitle(name)}
      about={isYou ? TEAM_TEXTS.leaveAbout : TEAM_TEXTS.removeAbout}
      yes={isYou ? TEAM_TEXTS.leaveNow : TEAM_TEXTS.removeNow}
      failed={isYou ? TEAM_TEXTS.leaveFailed : TEAM_TEXTS.removeFailed}
      act={remove}
      onClose={onClose}
    >
      {!isYou && mayCall('revokeApiKey') && (
        <Check isOn={isRevoking} onChange={setRevoking} hint={TEAM_TEXTS.revokeKeysHint}>
          {TEAM_TEXTS.revokeKeys}
        </Check>
      )}
    </AskDialog>
  );
}

/** Asks before a member is removed, becomes the owner, or takes rights from themselves. */
export function MemberDialog(props: MemberDialogProps) {
  const { step, onClose, onDone } = props;
  const { accountId } = step.member;
  const { projectId = '', name: project = '' } = currentProject.value ?? {};
  if (step.act === 'remove') return <RemoveDialog {...props} />;
  if (step.act === 'transfer') {
    return (
      <AskDialog
        title={TEAM_TEXTS.transferTitle(project, nameOfMember(step.member))}
        about={TEAM_TEXTS.transferAbout}
        yes={TEAM_TEXTS.transferNow}
        failed={TEAM_TEXTS.transferFailed}
        typed={{ label: TEAM_TEXTS.typeProject(project), value: project }}
        act={async () => {
          await imagewell().transferOwnership({ projectId, accountId });
          onDone(true);
        }}
        onClose={onClose}
      />
    );
  }
  const { role } = step;
  return (
    <AskDialog
      title={TEAM_TEXTS.ownTitle(ROLE_NAMES[role])}
      about={TEAM_TEXTS.ownAbout}
      yes={TEAM_TEXTS.ownNow(ROLE_NAMES[role])}
      failed={TEAM_TEXTS.roleFailed(TEAM_TEXTS.you)}
      act={async () => {
        await imagewell().updateMember({ projectId, accountId, role });
        onDone(true);
      }}
      onClose={onClose}
    />
  );
}
