import type { ListInvitationsAnswer } from 'imagewell-client';
import { mayCall } from '../../state/projects.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

const DAY_MS = 86_400_000;

export type Invitation = ListInvitationsAnswer['invitations'][number];

export interface InvitationTableProps {
  readonly invitations: readonly Invitation[];
  readonly now: number;
  /** The links that were made on this page, by the id of their invitation. */
  readonly links: ReadonlyMap<string, string>;
  readonly nameOf: (accountId: string) => string;
  readonly isBusy: boolean;
  readonly onWithdraw: (invitation: Invitation) => void;
}

/** Open invitations; a link can be copied as long as the page that made it is open. */
export function InvitationTable(props: InvitationTableProps) {
  const { invitations, now, links, nameOf, isBusy, onWithdraw } = props;
  return (
    <Table
      label={TEAM_TEXTS.invitations}
      rows={invitations}
      keyOf={({ invitationId }) => invitationId}
      columns={[
        {
          head: TEAM_TEXTS.for,
          cell: ({ email, invitedBy, invitedAt }) => (
            <span class="person">
              <span class="avatar open" aria-hidden="true">
                <Icon name="users" />
              </span>
              <span>
                <b>{email}</b>
                <small>
                  {TEAM_TEXTS.invitedBy(nameOf(invitedBy))} <When at={invitedAt} />
                </small>
              </span>
            </span>
          ),
        },
        { head: TEAM_TEXTS.role, cell: ({ role }) => ROLE_NAMES[role] },
        {
          head: TEAM_TEXTS.ends,
          cell: ({ expiresAt }) => <EndBadge at={expiresAt} now={now} soonMs={DAY_MS} />,
        },
        {
          head: TEAM_TEXTS.actions,
          isHeadHidden: true,
          class: 'r acts',
          cell: (one) => {
            const link = links.get(one.invitationId);
            return (
              <>
                {link && <CopyButton text={link} what={TEAM_TEXTS.copyLink} look="small" />}
                {mayCall('revokeInvitation') && (
                  <Button
                    size="small"
                    kind="quiet"
                    isDanger
                    label={TEAM_TEXTS.withdrawOf(one.email)}
                    isDisabled={isBusy}
                    onClick={() => onWithdraw(one)}
                  >
                    {TEAM_TEXTS.withdraw}
                  </Button>
                )}
              </>
            );
          },
        },
      ]}
    />
  );
}
