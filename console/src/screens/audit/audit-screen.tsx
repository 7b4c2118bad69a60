import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { currentProject } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { AUDIT_TEXTS, SHOWN_TEXTS } from '../../texts/audit-texts.ts';
import { namesOfMembers } from '../../texts/member-names.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { choicesOf, ViewSegment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AuditEvent, AuditTable } from './audit-table.tsx';

type Shown = keyof typeof SHOWN_TEXTS;

const SHOWN = choicesOf(SHOWN_TEXTS);

const readShown = (): Shown =>
  SHOWN.find(({ value }) => value === place.value.query.get('show'))?.value ?? 'all';

async function readTrail(projectId: string, signal: AbortSignal) {
  const [page, { members }] = await Promise.all([
    imagewell().listAuditEvents({ projectId }, { signal }),
    imagewell().listMembers({ projectId }, { signal }),
  ]);
  return { page, names: namesOfMembers(members) };
}

interface Older {
  readonly events: readonly AuditEvent[];
  readonly cursor: string | null;
}

/** The first page with those that were read after it. */
function useOlder(projectId: string, first: Older | undefined) {
  // another first page, as after a retry, starts again
  const [read, setRead] = useState<Older & { readonly after: Older }>();
  const { isBusy, fault, run } = useAction();
  const rest = read && read.after === first ? read : undefined;
  const cursor = rest ? rest.cursor : (first?.cursor ?? null);
  const events = [...(first?.events ?? []), ...(rest?.events ?? [])];
  const load = () =>
    run(async () => {
      if (cursor === null || !first) return;
      const next = await imagewell().listAuditEvents({ projectId, cursor });
      const all = [...(rest?.events ?? []), ...next.events];
      setRead({ after: first, events: all, cursor: next.cursor });
    });
  return { events, hasMore: cursor !== null, isBusy, fault, load };
}

function NoEvents({ shown }: { readonly shown: Shown }) {
  if (shown === 'all') return <Empty title={AUDIT_TEXTS.empty}>{AUDIT_TEXTS.emptyAbout}</Empty>;
  const clear = () => setQuery({ show: null });
  return (
    <Empty
      hasArt={false}
      title={AUDIT_TEXTS.noMatch(SHOWN_TEXTS[shown])}
      actions={<Button onClick={clear}>{AUDIT_TEXTS.clear}</Button>}
    />
  );
}

/** The acts in the project with their users, and the refused attempts. */
export function AuditScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const resource = useResource(projectId, (signal) => readTrail(projectId, signal));
  const older = useOlder(projectId, resource.data?.page);
  const shown = readShown();
  const events = older.events.filter(({ outcome }) => shown === 'all' || outcome === shown);
  return (
    <Page title={PAGE_TITLES.audit} sub={AUDIT_TEXTS.sub}>
      <Loaded resource={resource} what={AUDIT_TEXTS.failed} skeleton={<Skeleton lines={10} />}>
        {({ names }) => (
          <Panel
            title={AUDIT_TEXTS.table}
            side={
              <ViewSegment
                label={AUDIT_TEXTS.show}
                value={shown}
                choices={SHOWN}
                onChange={(value) => setQuery({ show: value === 'all' ? null : value })}
              />
            }
          >
            {events.length === 0 ? (
              <NoEvents shown={shown} />
            ) : (
              <AuditTable events={events} nameOf={(accountId) => names.get(accountId)} />
            )}
            <FaultBanner fault={older.fault} what={AUDIT_TEXTS.moreFailed} />
            {older.events.length > 0 && (
              <div class="row-c audit-foot">
                <span class="dim" role="status">
                  {older.hasMore
                    ? AUDIT_TEXTS.read(older.events.length)
                    : AUDIT_TEXTS.allRead(older.events.length)}
                </span>
                {older.hasMore && (
                  <Button isDisabled={older.isBusy} onClick={older.load}>
                    {older.isBusy ? AUDIT_TEXTS.loadingOlder : AUDIT_TEXTS.older}
                  </Button>
                )}
              </div>
            )}
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
