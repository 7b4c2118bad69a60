import { signal } from '@preact/signals';
import { currentProject, loadAccount } from '../state/projects.ts';
import { readSettings } from '../state/settings.ts';
import { act } from '../state/take-over.ts';

/** The limits of this machine, as its service describes them. */
export interface MachineLimits {
  readonly mayLift: boolean;
  readonly isLifted: boolean;
  readonly freeBytes: number | null;
  readonly projectIds: readonly string[];
}

/** Undefined where they aren't known: elsewhere than on the machine itself. */
export const machineLimits = signal<MachineLimits | undefined>(undefined);

/** Reads them on the machine itself; a failure leaves them unknown. */
export async function loadMachineLimits(): Promise<void> {
  if (!readSettings().isLocal) return;
  try {
    machineLimits.value = await act<MachineLimits>('/console/limits');
  } catch {
    machineLimits.value = undefined;
  }
}

/** Whether the signed-in user may lift the limits of the current project. */
export const mayLift = () =>
  machineLimits.value?.mayLift === true &&
  !machineLimits.value.isLifted &&
  machineLimits.value.projectIds.includes(currentProject.value?.projectId ?? '');

async function change(path: string): Promise<void> {
  machineLimits.value = await act<MachineLimits>(path);
  await loadAccount();
}

/** Lifts the limits until they are restored; throws an ImagewellError. */
export const liftLimits = () => change('/console/lift-limits');

/** Puts the limits back; throws an ImagewellError. */
export const restoreLimits = () => change('/console/restore-limits');
