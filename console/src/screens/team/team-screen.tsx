import { useState } from 'preact/hooks';
import type { Role } from '../../generated/call-roles.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, loadAccount, mayCall } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { navigate } from '../../state/router.ts';
import { type Member, nameOfMember, namesOfMembers } from '../../texts/member-names.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import {
  type Invitation,
  InvitationTable,
  type InvitationTableProps,
} from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog, type MemberStep } from './member-dialogs.tsx';
import { MemberTable } from './member-table.tsx';
import { RoleMatrix } from './role-matrix.tsx';

const TICK_MS = 30_000;

async function readTeam(projectId: string, signal: AbortSignal) {
  const listOpen = mayCall('listInvitations')
    ? imagewell().listInvitations({ projectId }, { signal })
    : undefined;
  const [{ members }, open] = await Promise.all([
    imagewell().listMembers({ projectId }, { signal }),
    listOpen,
  ]);
  return { members, invitations: open?.invitations };
}

/** Takes rights from who does it. */
const isLess = (member: Member, role: Role) => member.isYou && member.role !== role;

interface TeamActs {
  readonly projectId: string;
  readonly onStep: (step: MemberStep) => void;
  readonly onChange: () => void;
}

/** Changes of roles and invitations; one that takes own rights is asked about first. */
function useTeamActs({ projectId, onStep, onChange }: TeamActs) {
  const [failed, setFailed] = useState('');
  const { isBusy, fault, run } = useAction();
  const changeRole = (member: Member, role: Role) => {
    if (isLess(member, role)) return onStep({ act: 'own-role', member, role });
    setFailed(TEAM_TEXTS.roleFailed(nameOfMember(member)));
    void run(async () => {
      const { accountId } = member;
      await imagewell().updateMember({ projectId, accountId, role }).finally(onChange);
    });
  };
  const withdraw = ({ invitationId }: Invitation) => {
    setFailed(TEAM_TEXTS.withdrawFailed);
    void run(async () => {
      await imagewell().revokeInvitation({ projectId, invitationId }).finally(onChange);
    });
  };
  return { failed, isBusy, fault, changeRole, withdraw };
}

interface OpenInvitationsProps extends Omit<InvitationTableProps, 'now' | 'nameOf'> {
  readonly members: readonly Member[];
}

function OpenInvitations({ members, ...props }: OpenInvitationsProps) {
  const now = useNow(TICK_MS);
  const names = namesOfMembers(members);
  const nameOf = (id: string) => names.get(id) ?? TEAM_TEXTS.aFormerMember;
  return (
    <Panel title={TEAM_TEXTS.invitations} about={TEAM_TEXTS.invitationsAbout}>
      {props.invitations.length === 0 ? (
        <p class="dim pad">{TEAM_TEXTS.noInvitation}</p>
      ) : (
        <InvitationTable {...props} now={now} nameOf={nameOf} />
      )}
    </Panel>
  );
}

/** The button that invites, and the links that it made on this page. */
function useInviting(projectId: string, onChange: () => void) {
  const [isOpen, setOpen] = useState(false);
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const button = mayCall('inviteMember') && (
    <Button icon="plus" kind="primary" onClick={() => setOpen(true)}>
      {TEAM_TEXTS.invite}
    </Button>
  );
  const dialog = isOpen && (
    <InviteDialog
      projectId={projectId}
      onClose={() => setOpen(false)}
      onInvited={(id, link) => {
        setLinks(new Map([...links, [id, link]]));
        onChange();
      }}
    />
  );
  return { button, dialog, links };
}

/** Members and their roles, open invitations, and what each role may do. */
export function TeamScreen() {
  const { projectId = '', name: project = '' } = currentProject.value ?? {};
  const resource = useResource(projectId, (signal) => readTeam(projectId, signal));
  const [step, setStep] = useState<MemberStep>();
  const { data, reload } = resource;
  const inviting = useInviting(projectId, reload);
  const acts = useTeamActs({ projectId, onStep: setStep, onChange: reload });
  const onDone = async (hasOwnChanged: boolean) => {
    const hasLeft = step?.act === 'remove' && step.member.isYou;
    setStep(undefined);
    if (hasOwnChanged) await loadAccount();
    if (hasLeft) navigate(linkTo('gallery'));
    else reload();
  };
  return (
    <Page
      title={PAGE_TITLES.team}
      sub={data && TEAM_TEXTS.sub(data.members.length, project, data.invitations?.length)}
      actions={inviting.button}
    >
      <FaultBanner fault={acts.fault} what={acts.failed} />
      <Loaded resource={resource} what={TEAM_TEXTS.failed}>
        {({ members, invitations }) => (
          <>
            <Panel title={TEAM_TEXTS.members}>
              <MemberTable
                members={members}
                isBusy={acts.isBusy}
                onRole={acts.changeRole}
                onStep={(act, member) => setStep({ act, member })}
              />
            </Panel>
            {invitations && (
              <OpenInvitations
                members={members}
                invitations={invitations}
                links={inviting.links}
                isBusy={acts.isBusy}
                onWithdraw={acts.withdraw}
              />
            )}
          </>
        )}
      </Loaded>
      <RoleMatrix />
      {step && <MemberDialog step={step} onClose={() => setStep(undefined)} onDone={onDone} />}
      {inviting.dialog}
    </Page>
  );
}
