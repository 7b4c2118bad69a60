import { useState } from 'preact/hooks';
import { ROLES, type Role } from '../../generated/call-roles.ts';
import { imagewell } from '../../state/imagewell.ts';
import { invitationLink } from '../../state/invitation-link.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field } from '../../ui/field.tsx';
import { ValueLine } from '../../ui/segment.tsx';
import { useAction } from '../../ui/use-action.ts';
import { isWithinOwn } from './members.ts';

const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);

export interface InviteDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
  readonly onInvited: (invitationId: string, link: string) => void;
}

/** Requests an address and a role, then shows the link one time. */
export function InviteDialog({ projectId, onClose, onInvited }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isTried, setTried] = useState(false);
  const [link, setLink] = useState<string>();
  const { isBusy, fault, run } = useAction();
  const address = email.trim();
  const invite = () => {
    setTried(true);
    if (!looksLikeAddress(address)) return;
    void run(async () => {
      const made = await imagewell().inviteMember({ projectId, email: address, role });
      const text = invitationLink(made.invitation);
      setLink(text);
      onInvited(made.invitationId, text);
    });
  };
  if (link !== undefined) {
    return (
      <Dialog
        key="link"
        title={TEAM_TEXTS.linkTitle}
        about={TEAM_TEXTS.linkAbout(address)}
        onClose={onClose}
        onSubmit={onClose}
        actions={<Button type="submit">{UI_TEXTS.done}</Button>}
      >
        <Code text={link} what={TEAM_TEXTS.copyLink} />
      </Dialog>
    );
  }
  const roles = ROLES.filter(isWithinOwn).map((value) => ({ value, label: ROLE_NAMES[value] }));
  return (
    <Dialog
      key="ask"
      title={TEAM_TEXTS.inviteTitle}
      about={TEAM_TEXTS.inviteAbout}
      onClose={onClose}
      onSubmit={invite}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDisabled={isBusy}>
            {TEAM_TEXTS.makeLink}
          </Button>
        </>
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={TEAM_TEXTS.inviteFailed} />}
      <Field
        label={TEAM_TEXTS.email}
        value={email}
        onInput={setEmail}
        autoFocus
        hint={TEAM_TEXTS.emailHint}
        fault={isTried && !looksLikeAddress(address) ? TEAM_TEXTS.emailBad : undefined}
      />
      <ValueLine label={TEAM_TEXTS.role} value={role} choices={roles} onChange={setRole} />
    </Dialog>
  );
}
