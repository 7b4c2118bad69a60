import { signal } from '@preact/signals';
import { loadUsage } from '../state/projects.ts';
import { addSampleImages } from '../state/take-over.ts';
import { findImageList } from './image-list.ts';

/** The query of a gallery that is to get the sample images. */
export const ADD_SAMPLES = { add: 'samples' } as const;
/** So many there are. */
export const SAMPLES = 12;
/** Of the project to which this tab adds them: a reload of the page continues it. */
const KEY = 'imagewell.samples';
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

/** Whether this tab was adding them to a project when its page was left. */
export const wasAddingSamples = (projectId: string): boolean =>
  sessionStorage.getItem(KEY) === projectId;

/**
 * Adds the sample images that are missing to the project of a local service, and shows each as
 * soon as it is there. A failure is in `sampleRun`.
 */
export async function addSamples(projectId: string): Promise<void> {
  if (sampleRun.value && sampleRun.value.fault === undefined) return;
  const list = findImageList(projectId);
  const before = list.images.value.length;
  sampleRun.value = { projectId, added: 0 };
  sessionStorage.setItem(KEY, projectId);
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
  sessionStorage.removeItem(KEY);
  await look();
  sampleRun.value = fault === undefined ? undefined : { projectId, added: 0, fault };
  await loadUsage().catch(() => {});
}
