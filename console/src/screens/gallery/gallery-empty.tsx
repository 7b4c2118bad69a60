import { useEffect } from 'preact/hooks';
import { writePair } from '../../images/image.ts';
import type { ImageList } from '../../images/image-list.ts';
import { addSamples, SAMPLES, sampleRun } from '../../images/samples.ts';
import { currentProject, mayCall } from '../../state/projects.ts';
import { readSettings } from '../../state/settings.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { clearFilter, type GalleryFilter, nearestPair, setPair } from './gallery-filter.ts';

/** Puts the sample images in, where a local service offers that for its own project. */
function SampleButton({ projectId }: { readonly projectId: string }) {
  return (
    <Button icon="images" onClick={() => addSamples(projectId)}>
      {GALLERY_TEXTS.samples}
    </Button>
  );
}

/** How far the sample images are, or why they didn't come. */
export function SampleProgress({ projectId }: { readonly projectId: string }) {
  const run = sampleRun.value;
  if (run?.projectId !== projectId) return null;
  if (run.fault !== undefined) {
    return (
      <FaultBanner
        fault={run.fault}
        what={GALLERY_TEXTS.samplesFailed}
        onRetry={() => addSamples(projectId)}
      />
    );
  }
  const text = GALLERY_TEXTS.samplesArrive(run.added, SAMPLES);
  return (
    <div class="sample-run" role="status">
      <span>{text}</span>
      <progress max={SAMPLES} value={run.added} aria-label={GALLERY_TEXTS.samples} />
    </div>
  );
}

/** A project without images: the things that belong here, and the ways to add them. */
export function NoImages({ projectId }: { readonly projectId: string }) {
  const mayAdd = mayCall('saveTemporaryImage');
  const isOwner = currentProject.value?.role === 'owner';
  if (sampleRun.value?.projectId === projectId && sampleRun.value.fault === undefined) return null;
  return (
    <Empty
      title={GALLERY_TEXTS.emptyTitle}
      hint={
        mayAdd && (
          <>
            {GALLERY_TEXTS.fromTerminal} <code>{GALLERY_TEXTS.terminal}</code>
          </>
        )
      }
      actions={
        mayAdd && readSettings().isLocal && isOwner && <SampleButton projectId={projectId} />
      }
    >
      {mayAdd ? GALLERY_TEXTS.emptyAbout() : GALLERY_TEXTS.emptyViewer}
    </Empty>
  );
}

function filterInWords({ pair, isInReview, text, format }: GalleryFilter): string {
  const parts = [];
  if (isInReview) parts.push(GALLERY_TEXTS.inReview);
  if (pair) parts.push(`${pair.key} = ${pair.value}`);
  if (text.trim() !== '') parts.push(`“${text.trim()}”`);
  if (format !== '') parts.push(GALLERY_TEXTS.noMatchFormat(format));
  return parts.join(GALLERY_TEXTS.and);
}

export interface NoMatchProps {
  readonly filter: GalleryFilter;
  /** The images of the project without a filter, for the nearest pair. */
  readonly all: ImageList;
}

/** No image matches: the filter in words, the nearest pair that is known, and the way back. */
export function NoMatch({ filter, all }: NoMatchProps) {
  useEffect(() => {
    void all.refresh();
  }, [all]);
  const nearest = filter.pair && nearestPair(all.images.value, filter.pair);
  return (
    <Empty
      hasArt={false}
      title={GALLERY_TEXTS.noMatchTitle(filterInWords(filter))}
      actions={<Button onClick={clearFilter}>{GALLERY_TEXTS.clearFilter}</Button>}
    >
      {nearest && (
        <>
          {GALLERY_TEXTS.nearest}{' '}
          <button type="button" class="link" onClick={() => setPair(nearest)}>
            <code>{writePair(nearest)}</code>
          </button>
        </>
      )}
    </Empty>
  );
}
