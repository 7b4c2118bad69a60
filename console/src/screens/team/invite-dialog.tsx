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
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ValueLine } from '../../ui/segment.tsx';
import { isWithinOwn } from './members.ts';

const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);

export interface InviteDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
  readonly onInvited: (invitationId: string, link: string) => void;
}

interface LinkDialogProps {
  readonly address: string;
  readonly link: string;
  readonly onClose: () => void;
}

function LinkDialog({ address, link, onClose }: LinkDialogProps) {
  return (
    <Dialog
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

/** Requests an address and a role, then shows the link one time. */
export function InviteDialog({ projectId, onClose, onInvited }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isTried, setTried] = useState(false);
  const [link, setLink] = useState<string>();
  const address = email.trim();
  const isAddress = looksLikeAddress(address);
  const invite = async () => {
    const made = await imagewell().inviteMember({ projectId, email: address, role });
    const text = invitationLink(made.invitation);
    setLink(text);
    onInvited(made.invitationId, text);
  };
  if (link !== undefined) return <LinkDialog address={address} link={link} onClose={onClose} />;
  const roles = ROLES.filter(isWithinOwn).map((value) => ({ value, label: ROLE_NAMES[value] }));
  return (
    <FormDialog
      title={TEAM_TEXTS.inviteTitle}
      about={TEAM_TEXTS.inviteAbout}
      yes={TEAM_TEXTS.makeLink}
      failed={TEAM_TEXTS.inviteFailed}
      check={() => {
        setTried(true);
        return isAddress;
      }}
      act={invite}
      onClose={onClose}
    >
      <Field
        label={TEAM_TEXTS.email}
        value={email}
        onInput={setEmail}
        autoFocus
        hint={TEAM_TEXTS.emailHint}
        fault={isTried && !isAddress ? TEAM_TEXTS.emailBad : undefined}
      />
      <ValueLine label={TEAM_TEXTS.role} value={role} choices={roles} onChange={setRole} />
    </FormDialog>
  );
}
