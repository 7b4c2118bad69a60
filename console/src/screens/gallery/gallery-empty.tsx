import { addSamples, SAMPLES, sampleRun } from '../../images/samples.ts';
import { currentProject, mayCall } from '../../state/projects.ts';
import { readSettings } from '../../state/settings.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';

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
