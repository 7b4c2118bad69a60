import type { ListAuditEventsRequest } from 'imagewell-client';
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
import { type PageOfRows, useOlder } from '../../ui/hooks/use-older.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { choicesOf, ViewSegment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AuditEvent, AuditTable } from './audit-table.tsx';

type Shown = keyof typeof SHOWN_TEXTS;

const SHOWN = choicesOf(SHOWN_TEXTS);

const readShown = (): Shown =>
  SHOWN.find(({ value }) => value === place.value.query.get('show'))?.value ?? 'all';

async function readEvents(
  request: ListAuditEventsRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PageOfRows<AuditEvent>> {
  const { events, cursor } = await imagewell().listAuditEvents(request, options);
  return { rows: events, cursor };
}

async function readTrail(projectId: string, signal: AbortSignal) {
  const [page, { members }] = await Promise.all([
    readEvents({ projectId }, { signal }),
    imagewell().listMembers({ projectId }, { signal }),
  ]);
  return { page, names: namesOfMembers(members) };
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
  const older = useOlder(resource.data?.page, (cursor) => readEvents({ projectId, cursor }));
  const shown = readShown();
  const events = older.rows.filter(({ outcome }) => shown === 'all' || outcome === shown);
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
            {older.rows.length > 0 && (
              <div class="row-c audit-foot">
                <span class="dim" role="status">
                  {older.hasMore
                    ? AUDIT_TEXTS.read(older.rows.length)
                    : AUDIT_TEXTS.allRead(older.rows.length)}
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
