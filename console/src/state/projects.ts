import { computed, effect, signal, untracked } from '@preact/signals';
import type { GetAccountResult, ListProjectsResult, Usage } from 'imagewell-client';
import { CALL_ROLES, ROLES } from '../generated/call-roles.ts';
import { imagewell } from './imagewell.ts';
import { place, setQuery } from './router.ts';
import { renewals } from './session/renewals.ts';

export type Project = ListProjectsResult['projects'][number];
export type CallName = keyof typeof CALL_ROLES;

const KEY = 'imagewell.project';

/** The projects of who is signed in; undefined until they are known. */
export const projects = signal<readonly Project[] | undefined>(undefined);
/** The account with its plan. */
export const account = signal<GetAccountResult | undefined>(undefined);
/** The usage of the current project, with the limits of its account's plan. */
export const usage = signal<Usage | undefined>(undefined);
/** The failure of the last load. */
export const accountFault = signal<unknown>(undefined);

/** Whether own projects have images; true until a user without a remembered project is asked. */
const hasOwnImages = signal(true);

const isRemembered = (known: readonly Project[]): boolean => {
  const ids = [place.value.query.get('project'), localStorage.getItem(KEY)];
  return known.some(({ projectId }) => ids.includes(projectId));
};

/**
 * The project that the page is about: of the address, else the one of last time. Else the user's
 * own one, or one that an owner shares while nothing is in it.
 */
export const currentProject = computed<Project | undefined>(() => {
  const known = projects.value ?? [];
  const byId = (id: string | null) => known.find(({ projectId }) => projectId === id);
  const living = known.filter(({ state }) => state === 'live');
  return (
    byId(place.value.query.get('project')) ??
    byId(localStorage.getItem(KEY)) ??
    (hasOwnImages.value ? undefined : living.find(({ role }) => role !== 'owner')) ??
    living.find(({ isDefault, role }) => isDefault && role === 'owner') ??
    living.find(({ isDefault }) => isDefault) ??
    living[0] ??
    known[0]
  );
});

/** Makes a project the one that pages are about. */
export function chooseProject(projectId: string): void {
  localStorage.setItem(KEY, projectId);
  setQuery({ project: (projects.value?.length ?? 0) > 1 ? projectId : null });
}

/** Reads projects, account and usage again; a failure is in `accountFault`. */
export async function loadAccount(): Promise<void> {
  try {
    const [known, described] = await Promise.all([
      imagewell().listProjects({}),
      imagewell().getAccount({}),
    ]);
    if (known.projects.length > 1 && !isRemembered(known.projects)) {
      hasOwnImages.value = (await imagewell().getUsage({})).images.used > 0;
    }
    projects.value = known.projects;
    account.value = described;
    accountFault.value = undefined;
    await loadUsage();
  } catch (error) {
    accountFault.value = error;
  }
}

/** Reads the usage again: a project of another account has the limits of that account's plan. */
export async function loadUsage(): Promise<void> {
  const projectId = currentProject.value?.projectId;
  const read = await imagewell().getUsage(projectId === undefined ? {} : { projectId });
  if (projectId === currentProject.value?.projectId) usage.value = read;
}

/** How long the current project keeps deleted images and old versions; 0: not at all. */
export const keepDays = () => currentProject.value?.keepDays ?? 0;

/** Whether the role in the current project is enough for a call. */
export function mayCall(name: CallName): boolean {
  const needed = CALL_ROLES[name];
  const role = currentProject.value?.role;
  return needed === null || (role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed));
}

const currentId = computed(() => currentProject.value?.projectId);
effect(() => {
  if (currentId.value === undefined || usage.peek() === undefined) return;
  void untracked(() => loadUsage().catch(() => {})); // the next page reads it again
});

effect(() => {
  if (renewals.value > 0 && accountFault.peek() !== undefined) void untracked(loadAccount);
});

/** The project that the address names and that the user can't see; undefined: none. */
export const unseenProject = computed<string | undefined>(() => {
  const asked = place.value.query.get('project');
  const isKnown = projects.value?.some(({ projectId }) => projectId === asked) ?? true;
  return asked === null || isKnown ? undefined : asked;
});

effect(() => {
  const chosen = place.value.query.get('project');
  const isKnown = projects.value?.some(({ projectId }) => projectId === chosen) ?? false;
  if (chosen !== null && isKnown) localStorage.setItem(KEY, chosen);
});
