import { useState } from 'preact/hooks';
import type { Role } from '../../generated/call-roles.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, loadAccount, mayCall } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { navigate } from '../../state/router.ts';
import { type Member, nameOfMember } from '../../texts/member-names.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useNow } from '../../ui/use-now.ts';
import { type Invitation, InvitationTable } from './invitation-table.tsx';
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

/** Members and their roles, open invitations, and what each role may do. */
export function TeamScreen() {
  const { projectId = '', name: project = '' } = currentProject.value ?? {};
  const resource = useResource(projectId, (signal) => readTeam(projectId, signal));
  const [step, setStep] = useState<MemberStep>();
  const [isInviting, setInviting] = useState(false);
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const [failed, setFailed] = useState('');
  const { isBusy, fault, run } = useAction();
  const now = useNow(TICK_MS);
  const { data, reload } = resource;
  const changeRole = (member: Member, role: Role) => {
    if (isLess(member, role)) return setStep({ act: 'own-role', member, role });
    setFailed(TEAM_TEXTS.roleFailed(nameOfMember(member)));
    void run(async () => {
      const { accountId } = member;
      await imagewell().updateMember({ projectId, accountId, role }).finally(reload);
    });
  };
  const withdraw = ({ invitationId }: Invitation) => {
    setFailed(TEAM_TEXTS.withdrawFailed);
    void run(async () => {
      await imagewell().revokeInvitation({ projectId, invitationId }).finally(reload);
    });
  };
  const onDone = async (hasOwnChanged: boolean) => {
    const hasLeft = step?.act === 'remove' && step.member.isYou;
    setStep(undefined);
    if (hasOwnChanged) await loadAccount();
    if (hasLeft) navigate(linkTo('gallery'));
    else reload();
  };
  const nameOf = (accountId: string) => {
    const member = data?.members.find((one) => one.accountId === accountId);
    return member ? nameOfMember(member) : TEAM_TEXTS.aFormerMember;
  };
  return (
    <Page
      title={PAGE_TITLES.team}
      sub={data && TEAM_TEXTS.sub(data.members.length, project, data.invitations?.length)}
      actions={
        mayCall('inviteMember') && (
          <Button icon="plus" kind="primary" onClick={() => setInviting(true)}>
            {TEAM_TEXTS.invite}
          </Button>
        )
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={failed} />}
      <Loaded resource={resource} what={TEAM_TEXTS.failed}>
        {({ members, invitations }) => (
          <>
            <Panel title={TEAM_TEXTS.members}>
              <MemberTable
                members={members}
                isBusy={isBusy}
                onRole={changeRole}
                onRemove={(member) => setStep({ act: 'remove', member })}
                onTransfer={(member) => setStep({ act: 'transfer', member })}
              />
            </Panel>
            {invitations && (
              <Panel title={TEAM_TEXTS.invitations} about={TEAM_TEXTS.invitationsAbout}>
                {invitations.length === 0 ? (
                  <p class="dim pad">{TEAM_TEXTS.noInvitation}</p>
                ) : (
                  <InvitationTable
                    invitations={invitations}
                    now={now}
                    links={links}
                    nameOf={nameOf}
                    isBusy={isBusy}
                    onWithdraw={withdraw}
                  />
                )}
              </Panel>
            )}
          </>
        )}
      </Loaded>
      <RoleMatrix />
      {step && <MemberDialog step={step} onClose={() => setStep(undefined)} onDone={onDone} />}
      {isInviting && (
        <InviteDialog
          projectId={projectId}
          onClose={() => setInviting(false)}
          onInvited={(id, link) => {
            setLinks(new Map([...links, [id, link]]));
            reload();
          }}
        />
      )}
    </Page>
  );
}
