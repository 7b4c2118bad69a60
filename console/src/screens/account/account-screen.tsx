import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { account, accountFault, loadAccount, projects } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { sessionEmail, signOut } from '../../state/session/session.ts';
import { ACCOUNT_TEXTS, QUOTA_NAMES } from '../../texts/account-texts.ts';
import { daysUntil, formatBytes, formatDay, formatNumber } from '../../texts/format.ts';
import {
  ACCOUNT_FAILED,
  NO_PROJECT_ABOUT,
  NO_PROJECT_TITLE,
  PAGE_TITLES,
  planOf,
} from '../../texts/shell-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts, idFact } from '../../ui/facts.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Meter } from '../../ui/meter.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { saveExport } from './export-account.ts';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectTable } from './project-table.tsx';

/** The query that opens the dialog of the deletion, also after a sign-in. */
const DELETING = 'delete';

type Quota = keyof typeof QUOTA_NAMES;

const QUOTAS = Object.keys(QUOTA_NAMES) as Quota[];

function PlanPanel() {
  const mine = account.value;
  const { data: used } = useResource('', (signal) => imagewell().getUsage({}, { signal }));
  if (!mine || !used) return null;
  const { plan } = mine;
  const owned = { used: mine.projects.owned, limit: plan.maxProjects };
  return (
    <Panel
      title={ACCOUNT_TEXTS.plan}
      about={ACCOUNT_TEXTS.planAbout(planOf(plan.name), daysUntil(used.resetsAt))}
      side={<a href={linkTo('usage')}>{ACCOUNT_TEXTS.usage}</a>}
    >
      <dl class="plan-quotas">
        {QUOTAS.map((name) => {
          const { used: count, limit } = name === 'projects' ? owned : used[name];
          const format = name === 'bandwidthBytes' ? formatBytes : formatNumber;
          const text = ACCOUNT_TEXTS.of(format(count), limit === null ? null : format(limit));
          const label = QUOTA_NAMES[name];
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <span class="num">{text}</span>
                <Meter label={label} used={count} limit={limit} text={text} />
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  );
}

function ProjectsPanel() {
  const [isNew, setNew] = useState(false);
  const { owned = 0 } = account.value?.projects ?? {};
  const { maxProjects = null } = account.value?.plan ?? {};
  const left = maxProjects === null ? null : Math.max(0, maxProjects - owned);
  const isClosed = left === 0 || account.value?.deletedAt !== null;
  return (
    <Panel
      title={ACCOUNT_TEXTS.projects}
      about={left === 0 && ACCOUNT_TEXTS.full}
      side={
        <Button size="small" icon="plus" isDisabled={isClosed} onClick={() => setNew(true)}>
          {ACCOUNT_TEXTS.create}
        </Button>
      }
    >
      {projects.value?.length ? (
        <ProjectTable projects={projects.value} />
      ) : (
        <Empty title={NO_PROJECT_TITLE} hasArt={false}>
          {NO_PROJECT_ABOUT}
        </Empty>
      )}
      {isNew && <NewProjectDialog left={left} onClose={() => setNew(false)} />}
    </Panel>
  );
}

function SignInPanel() {
  if (!account.value) return null;
  const { accountId, issuer } = account.value;
  return (
    <Panel
      title={ACCOUNT_TEXTS.you}
      side={
        <Button size="small" icon="door" onClick={signOut}>
          {ACCOUNT_TEXTS.signOut}
        </Button>
      }
    >
      <Facts
        of={[
          [ACCOUNT_TEXTS.email, sessionEmail.value ?? ACCOUNT_TEXTS.nothing],
          [ACCOUNT_TEXTS.issuer, issuer],
          idFact(ACCOUNT_TEXTS.id, accountId),
        ]}
      />
      <p class="dim pad">{ACCOUNT_TEXTS.signOutAbout}</p>
    </Panel>
  );
}

function DataPanel() {
  const { isBusy, fault, run } = useAction();
  const isDeleting = account.value?.deletedAt !== null;
  return (
    <Panel title={ACCOUNT_TEXTS.data}>
      <FaultBanner fault={fault} what={ACCOUNT_TEXTS.exportFailed} />
      <div class="act">
        <p>{ACCOUNT_TEXTS.dataAbout}</p>
        <Button icon="save" isDisabled={isBusy} onClick={() => run(saveExport)}>
          {ACCOUNT_TEXTS.export}
        </Button>
      </div>
      {!isDeleting && (
        <div class="act">
          <p>{ACCOUNT_TEXTS.deleteAbout}</p>
          <Button icon="trash" isDanger onClick={() => setQuery({ [DELETING]: '1' })}>
            {ACCOUNT_TEXTS.deleteThen}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** The end of an account that is being deleted: the end of its last project. */
function Ending() {
  if (!account.value?.deletedAt) return null;
  const ends = (projects.value ?? []).flatMap(({ purgeAt, role }) =>
    purgeAt !== null && role === 'owner' ? [purgeAt] : [],
  );
  const last = ends.sort().at(-1) ?? account.value.deletedAt;
  return (
    <Banner kind="warn" title={ACCOUNT_TEXTS.ending(formatDay(last))}>
      {ACCOUNT_TEXTS.endingAbout}
    </Banner>
  );
}

/** The plan with its use, the projects, and the end of the account. */
export function AccountScreen() {
  const isAsked = place.value.query.has(DELETING) && account.value?.deletedAt === null;
  return (
    <Page title={PAGE_TITLES.account}>
      <FaultBanner fault={accountFault.value} what={ACCOUNT_FAILED} onRetry={loadAccount} />
      <Ending />
      <ProjectsPanel />
      <div class="halves">
        <PlanPanel />
        <SignInPanel />
      </div>
      <DataPanel />
      {isAsked && <DeleteAccountDialog onClose={() => setQuery({ [DELETING]: null })} />}
    </Page>
  );
}
