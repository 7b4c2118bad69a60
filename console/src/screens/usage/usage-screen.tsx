import type { Usage } from 'imagewell-client';
import { useEffect } from 'preact/hooks';
import { loadMachineLimits, machineLimits, restoreLimits } from '../../quota/lifted-limits.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, projects } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { QUOTA_TEXTS } from '../../texts/quota-texts.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { formatAmount, KIND_DEEDS, KIND_NAMES, USAGE_TEXTS } from '../../texts/usage-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DayChart, DayTable } from '../../ui/day-chart.tsx';
import { Asking, ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { ViewSegment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Day, sumOf } from './forecast.ts';
import { KINDS, QuotaCards } from './quota-cards.tsx';
import { TopImages } from './top-images.tsx';

const FIRST = 'transformations';
const COLUMNS = KINDS.map((kind) => ({
  head: KIND_DEEDS[kind],
  write: (day: Day) => formatAmount(kind, day[kind]),
}));
const CHOICES = KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

/** Leaves the days to the browser as a file. */
function download(days: readonly Day[]): void {
  const rows = [
    ['date', ...KINDS],
    ...days.map((day) => [day.date, ...KINDS.map((kind) => day[kind])]),
  ];
  const file = new Blob([rows.map((row) => `${row.join()}\n`).join('')], { type: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `usage-${days.at(-1)?.date}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Days({ days }: { readonly days: readonly Day[] }) {
  const kind = KINDS.find((one) => one === place.value.query.get('show')) ?? FIRST;
  return (
    <Panel
      title={USAGE_TEXTS.byDay(KIND_NAMES[kind])}
      about={USAGE_TEXTS.lastDays(kind)}
      side={
        <ViewSegment
          label={USAGE_TEXTS.show}
          value={kind}
          choices={CHOICES}
          onChange={(value) => setQuery({ show: value === FIRST ? null : value })}
        />
      }
    >
      <DayChart
        days={days.map((day) => ({ date: day.date, value: day[kind] }))}
        write={(value) => formatAmount(kind, value)}
        deed={KIND_DEEDS[kind]}
      />
      <DayTable days={days} columns={COLUMNS} />
    </Panel>
  );
}

function NoDays() {
  return (
    <div class="panel">
      <Empty
        title={USAGE_TEXTS.empty}
        actions={
          <Button kind="primary" href={linkTo('gallery')}>
            {USAGE_TEXTS.toImages}
          </Button>
        }
        hint={<code>npx imagewell usage --by-day</code>}
      >
        {USAGE_TEXTS.emptyAbout}
      </Empty>
    </div>
  );
}

/** That the limits of this machine are lifted, with the way back. */
function LiftedBanner({ onRestored }: { readonly onRestored: () => void }) {
  useEffect(() => {
    void loadMachineLimits();
  }, []);
  if (!machineLimits.value?.isLifted) return null;
  const askToRestore = () =>
    ask({
      title: QUOTA_TEXTS.endTitle,
      about: QUOTA_TEXTS.endAbout,
      yes: QUOTA_TEXTS.endNow,
      failed: QUOTA_TEXTS.endFailed,
      safe: QUOTA_TEXTS.liftSafe,
      isDanger: false,
      act: () => restoreLimits().then(onRestored),
    });
  return (
    <Banner
      kind="info"
      title={QUOTA_TEXTS.lifted}
      actions={
        <Button size="small" onClick={askToRestore}>
          {QUOTA_TEXTS.end}
        </Button>
      }
    >
      {QUOTA_TEXTS.liftedAbout}
    </Banner>
  );
}

async function readUsage(projectId: string, signal: AbortSignal) {
  const [used, { days }] = await Promise.all([
    imagewell().getUsage({ projectId }, { signal }),
    imagewell().getUsageByDay({ projectId }, { signal }),
  ]);
  return { used, days, isUsed: KINDS.some((kind) => sumOf(days, kind) > 0) };
}

function tellMonth({ month, resetsAt }: Usage): string {
  const isOneOfMany = (projects.value?.length ?? 0) > 1;
  const sub = USAGE_TEXTS.sub(month, USAGE_TEXTS.starts(resetsAt));
  return `${sub} ${isOneOfMany ? USAGE_TEXTS.shared : ''}`;
}

/** A project's usage of the plan, by day and by image. */
export function UsageScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const resource = useResource(projectId, (signal) => readUsage(projectId, signal));
  const { data, reload } = resource;
  return (
    <Page
      title={PAGE_TITLES.usage}
      sub={data && tellMonth(data.used)}
      actions={
        data?.isUsed && (
          <Button icon="save" onClick={() => download(data.days)}>
            {USAGE_TEXTS.download}
          </Button>
        )
      }
    >
      <LiftedBanner onRestored={reload} />
      <Asking />
      <Loaded resource={resource} what={USAGE_TEXTS.failed} skeleton={<Skeleton lines={10} />}>
        {({ isUsed, ...known }) => (
          <>
            <QuotaCards {...known} />
            {isUsed ? (
              <>
                <Days days={known.days} />
                <TopImages used={known.used} />
              </>
            ) : (
              <NoDays />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
