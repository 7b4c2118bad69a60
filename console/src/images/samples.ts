import { signal } from '@preact/signals';
import { loadUsage } from '../app/projects.ts';
import { addSampleImages } from '../app/take-over.ts';
import { findImageList } from './image-list.ts';

/** The query of a gallery that is to get the sample images. */
export const ADD_SAMPLES = { add: 'samples' } as const;
/** So many there are. */
export const SAMPLES = 12;
/** The service draws about four in this time. */
const LOOK_MS = 1_000;

/** Samples that are being added to a project. */
export interface SampleRun {
  readonly projectId: string;
  readonly added: number;
  readonly fault?: unknown;
}

/** The run under way, or the last one where it failed. */
export const sampleRun = signal<SampleRun | undefined>(undefined);

/**
 * Adds the sample images to the project of a local service, and shows each as soon as it is there.
 * A failure is in `sampleRun`.
 */
export async function addSamples(projectId: string): Promise<void> {
  if (sampleRun.value && sampleRun.value.fault === undefined) return;
  const list = findImageList(projectId);
  const before = list.images.value.length;
  sampleRun.value = { projectId, added: 0 };
  const look = async () => {
    await list.refresh(0);
    const added = Math.min(SAMPLES, list.images.value.length - before);
    if (sampleRun.value) sampleRun.value = { projectId, added };
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  const fault = await addSampleImages().then(
    () => undefined,
    (error: unknown) => error,
  );
  clearInterval(timer);
  await look();
  sampleRun.value = fault === undefined ? undefined : { projectId, added: 0, fault };
  await loadUsage().catch(() => {});
}
