import type { GetImageUsageResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { formatBytes, formatNumber } from '../../texts/format.ts';
import { IMAGE_USAGE_TEXTS, NUMBER_DEEDS, NUMBER_NAMES } from '../../texts/image-usage-texts.ts';
import { DayChart, DayTable } from '../../ui/day-chart.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';
import { choicesOf, ViewSegment } from '../../ui/segment.tsx';

type Day = GetImageUsageResult['days'][number];
type ImageNumber = keyof typeof NUMBER_NAMES;

const CHOICES = choicesOf<ImageNumber>(NUMBER_NAMES);

const write = (kind: ImageNumber, value: number) =>
  kind === 'requests' ? formatNumber(Math.round(value)) : formatBytes(value);

const COLUMNS = CHOICES.map(({ value: kind }) => ({
  head: NUMBER_DEEDS[kind],
  write: (day: Day) => write(kind, day[kind]),
}));

interface DaysProps {
  readonly days: readonly Day[];
  readonly kind: ImageNumber;
}

function Days({ days, kind }: DaysProps) {
  if (days.every(({ requests }) => requests === 0)) {
    return <p class="top-none">{IMAGE_USAGE_TEXTS.empty}</p>;
  }
  return (
    <>
      <DayChart
        days={days.map((day) => ({ date: day.date, value: day[kind] }))}
        write={(value) => write(kind, value)}
        deed={NUMBER_DEEDS[kind]}
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
      title={IMAGE_USAGE_TEXTS.title}
      about={IMAGE_USAGE_TEXTS.about}
      side={
        <ViewSegment
          label={IMAGE_USAGE_TEXTS.show}
          value={kind}
          choices={CHOICES}
          onChange={setKind}
        />
      }
    >
      <Loaded resource={usage} what={IMAGE_USAGE_TEXTS.failed}>
        {({ days }) => <Days days={days} kind={kind} />}
      </Loaded>
    </Panel>
  );
}
