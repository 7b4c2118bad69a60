import type { ListInvitationsResult } from 'imagewell-client';
import { mayCall } from '../../state/projects.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

const DAY_MS = 86_400_000;

export type Invitation = ListInvitationsResult['invitations'][number];

export interface InvitationTableProps {
  readonly invitations: readonly Invitation[];
  readonly now: number;
  /** The links that were made on this page, by the id of their invitation. */
  readonly links: ReadonlyMap<string, string>;
  readonly nameOf: (accountId: string) => string;
  readonly isBusy: boolean;
  readonly onWithdraw: (invitation: Invitation) => void;
}

function Invited({ of, nameOf }: Pick<InvitationTableProps, 'nameOf'> & { of: Invitation }) {
  return (
    <span class="person">
      <span class="avatar open" aria-hidden="true">
        <Icon name="users" />
      </span>
      <span>
        <b>{of.email}</b>
        <small>
          {TEAM_TEXTS.invitedBy(nameOf(of.invitedBy))} <When at={of.invitedAt} />
        </small>
      </span>
    </span>
  );
}

function Actions({ of, links, isBusy, onWithdraw }: InvitationTableProps & { of: Invitation }) {
  const link = links.get(of.invitationId);
  return (
    <>
      {link && <CopyButton text={link} what={TEAM_TEXTS.copyLink} look="small" />}
      {mayCall('revokeInvitation') && (
        <Button
          size="small"
          kind="quiet"
          isDanger
          label={TEAM_TEXTS.withdrawOf(of.email)}
          isDisabled={isBusy}
          onClick={() => onWithdraw(of)}
        >
          {TEAM_TEXTS.withdraw}
        </Button>
      )}
    </>
  );
}

/** Open invitations; a link can be copied as long as the page that made it is open. */
export function InvitationTable(props: InvitationTableProps) {
  const { invitations, now, nameOf } = props;
  return (
    <Table
      label={TEAM_TEXTS.invitations}
      rows={invitations}
      keyOf={({ invitationId }) => invitationId}
      columns={[
        { head: TEAM_TEXTS.for, cell: (one) => <Invited of={one} nameOf={nameOf} /> },
        { head: TEAM_TEXTS.role, cell: ({ role }) => ROLE_NAMES[role] },
        {
          head: TEAM_TEXTS.ends,
          cell: ({ expiresAt }) => <EndBadge at={expiresAt} now={now} soonMs={DAY_MS} />,
        },
        { ...ACTIONS, cell: (one) => <Actions {...props} of={one} /> },
      ]}
    />
  );
}
