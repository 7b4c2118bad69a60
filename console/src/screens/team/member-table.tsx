import { ROLES, type Role } from '../../generated/call-roles.ts';
import { mayCall } from '../../state/projects.ts';
import { type Member, nameOfMember } from '../../texts/member-names.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { isWithinOwn } from './members.ts';

export interface MemberTableProps {
  readonly members: readonly Member[];
  readonly isBusy: boolean;
  readonly onRole: (member: Member, role: Role) => void;
  /** The act is asked about. */
  readonly onStep: (act: 'remove' | 'transfer', member: Member) => void;
}

/** Roles from the most to the least, those that may be given. */
const offeredRoles = () =>
  [...ROLES]
    .reverse()
    .filter(isWithinOwn)
    .map((value) => ({ value, label: ROLE_NAMES[value] }));

function RoleCell({ of, isLast, props }: CellProps) {
  if (!mayCall('updateMember')) return <>{ROLE_NAMES[of.role]}</>;
  const isAbove = !isWithinOwn(of.role);
  const options = isAbove ? [{ value: of.role, label: ROLE_NAMES[of.role] }] : offeredRoles();
  const why = isLast ? TEAM_TEXTS.lastOwner : isAbove ? TEAM_TEXTS.aboveYours : undefined;
  return (
    <>
      <Select
        label={TEAM_TEXTS.roleOf(nameOfMember(of))}
        value={of.role}
        options={options}
        isDisabled={why !== undefined || props.isBusy}
        onChange={(role) => props.onRole(of, role)}
      />
      {why && <small class="why">{why}</small>}
    </>
  );
}

interface CellProps {
  readonly of: Member;
  /** The only owner. */
  readonly isLast: boolean;
  readonly props: MemberTableProps;
}

function Actions({ of, isLast, props }: CellProps) {
  const name = nameOfMember(of);
  if (isLast) return null;
  if (of.isYou) {
    return (
      <Button size="small" kind="quiet" isDanger onClick={() => props.onStep('remove', of)}>
        {TEAM_TEXTS.leave}
      </Button>
    );
  }
  return (
    <>
      {mayCall('transferOwnership') && (
        <Button
          size="small"
          kind="quiet"
          label={TEAM_TEXTS.transferOf(name)}
          onClick={() => props.onStep('transfer', of)}
        >
          {TEAM_TEXTS.transfer}
        </Button>
      )}
      {mayCall('removeMember') && isWithinOwn(of.role) && (
        <Button
          size="small"
          kind="quiet"
          isDanger
          label={TEAM_TEXTS.removeOf(name)}
          onClick={() => props.onStep('remove', of)}
        >
          {TEAM_TEXTS.remove}
        </Button>
      )}
    </>
  );
}

/** Members with their role, which is changed in place. */
export function MemberTable(props: MemberTableProps) {
  const { members } = props;
  const owners = members.filter(({ role }) => role === 'owner').length;
  const cell = (of: Member) => ({ of, isLast: of.role === 'owner' && owners === 1, props });
  return (
    <Table
      label={TEAM_TEXTS.members}
      rows={members}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          head: TEAM_TEXTS.member,
          cell: (member) => (
            <span class="person">
              <Avatar name={nameOfMember(member)} />
              <span>
                <b>
                  <LongText text={nameOfMember(member)} />{' '}
                  {member.isYou && <em>{TEAM_TEXTS.you}</em>}
                </b>
              </span>
            </span>
          ),
        },
        { head: TEAM_TEXTS.role, cell: (member) => <RoleCell {...cell(member)} /> },
        { head: TEAM_TEXTS.joined, cell: ({ joinedAt }) => <When at={joinedAt} /> },
        {
          ...ACTIONS,
          cell: (member) => <Actions {...cell(member)} />,
        },
      ]}
    />
  );
}
