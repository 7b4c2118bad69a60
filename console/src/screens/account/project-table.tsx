import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount, type Project } from '../../state/projects.ts';
import { ACCOUNT_TEXTS } from '../../texts/account-texts.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { ACTIONS, Table } from '../../ui/table.tsx';

function State({ of: { state, purgeAt, suspension } }: { readonly of: Project }) {
  if (state === 'deleting' && purgeAt !== null) {
    return (
      <span>
        {ACCOUNT_TEXTS.ends} <EndBadge at={purgeAt} now={Date.now()} />
      </span>
    );
  }
  if (suspension) {
    return (
      <Badge kind="bad" icon="warn">
        {ACCOUNT_TEXTS.suspended}
      </Badge>
    );
  }
  return <>{ACCOUNT_TEXTS.live}</>;
}

interface RowActs {
  readonly isBusy: boolean;
  readonly onRestore: (projectId: string) => void;
}

function Actions({ of, isBusy, onRestore }: RowActs & { readonly of: Project }) {
  const { projectId, name, role, state } = of;
  if (state === 'live') {
    return (
      <a
        class="btn sm"
        href={linkTo('project', {}, { project: projectId })}
        aria-label={ACCOUNT_TEXTS.settingsOf(name)}
      >
        {ACCOUNT_TEXTS.settings}
      </a>
    );
  }
  if (role !== 'owner') return null;
  return (
    <Button
      size="small"
      icon="rotate"
      label={ACCOUNT_TEXTS.restoreOf(name)}
      isDisabled={isBusy}
      onClick={() => onRestore(projectId)}
    >
      {ACCOUNT_TEXTS.restore}
    </Button>
  );
}

/** The projects of who is signed in; a deleted one can be restored by its owners. */
export function ProjectTable({ projects }: { readonly projects: readonly Project[] }) {
  const { isBusy, fault, run } = useAction();
  const restore = (projectId: string) =>
    run(async () => {
      await imagewell().restoreProject({ projectId });
      await loadAccount();
    });
  return (
    <>
      <FaultBanner fault={fault} what={ACCOUNT_TEXTS.restoreFailed} />
      <Table
        label={ACCOUNT_TEXTS.projects}
        rows={projects}
        keyOf={({ projectId }) => projectId}
        columns={[
          {
            head: ACCOUNT_TEXTS.project,
            cell: ({ projectId, name, isDefault }) => (
              <>
                <a href={linkTo('gallery', {}, { project: projectId })}>{name}</a>{' '}
                {isDefault && <Badge>{ACCOUNT_TEXTS.isDefault}</Badge>}
              </>
            ),
          },
          { head: ACCOUNT_TEXTS.role, cell: ({ role }) => ROLE_NAMES[role] },
          { head: ACCOUNT_TEXTS.state, cell: (project) => <State of={project} /> },
          {
            ...ACTIONS,
            cell: (project) => <Actions of={project} isBusy={isBusy} onRestore={restore} />,
          },
        ]}
      />
    </>
  );
}
