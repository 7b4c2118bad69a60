import type { GetImageUsageResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { formatAmount, KIND_DEEDS, NUMBER_NAMES, USAGE_TEXTS } from '../../texts/usage-texts.ts';
import { DayChart, DayTable } from '../../ui/day-chart.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';
import { choicesOf, ViewSegment } from '../../ui/segment.tsx';

type Day = GetImageUsageResult['days'][number];
type ImageNumber = keyof typeof NUMBER_NAMES;

const CHOICES = choicesOf<ImageNumber>(NUMBER_NAMES);

const COLUMNS = CHOICES.map(({ value: kind, label: head }) => ({
  head,
  write: (day: Day) => formatAmount(kind, day[kind]),
}));

interface DaysProps {
  readonly days: readonly Day[];
  readonly kind: ImageNumber;
}

function Days({ days, kind }: DaysProps) {
  if (days.every((day) => !day.requests)) {
    return <p class="top-none">{USAGE_TEXTS.topEmpty}</p>;
  }
  return (
    <>
      <DayChart
        days={days.map((day) => ({ date: day.date, value: day[kind] }))}
        write={(value) => formatAmount(kind, value)}
        deed={kind === 'requests' ? kind : KIND_DEEDS[kind]}
      />
      <DayTable days={days} columns={COLUMNS} />
    </>
  );
}

export interface UsagePanelProps {
  readonly projectId: string;
  readonly imageId: string;
}

/** The requests and the sent bytes of an image on each of the last 31 days. */
export function UsagePanel({ projectId, imageId }: UsagePanelProps) {
  const [kind, setKind] = useState<ImageNumber>('requests');
  const usage = useResource(`usage of ${imageId}`, (signal) =>
    imagewell().getImageUsage({ projectId, imageId }, { signal }),
  );
  return (
    <Panel
      title={PAGE_TITLES.usage}
      about={USAGE_TEXTS.lastDays('bandwidthBytes')}
      side={
        <ViewSegment label={USAGE_TEXTS.show} value={kind} choices={CHOICES} onChange={setKind} />
      }
    >
      <Loaded resource={usage} what={USAGE_TEXTS.failed}>
        {({ days }) => <Days days={days} kind={kind} />}
      </Loaded>
    </Panel>
  );
}
