import type { UpdateProjectRequest } from 'imagewell-client';
import { imagewell } from './imagewell.ts';
import { currentProject, type Project, projects } from './projects.ts';

/** Settings to set, each as a whole. */
export type ProjectChange = Omit<UpdateProjectRequest, 'projectId'>;

/** Takes a project as the service describes it now. */
export function keepProject(fresh: Project): void {
  projects.value = projects.value?.map((one) => (one.projectId === fresh.projectId ? fresh : one));
}

/**
 * Changes settings of the current project by their values at the service now, since another member
 * may have changed them; undefined changes nothing. Throws an ImagewellError.
 */
export async function changeProject(
  decide: (fresh: Project) => ProjectChange | undefined,
): Promise<void> {
  const projectId = currentProject.value?.projectId ?? '';
  const fresh = await imagewell().getProject({ projectId });
  keepProject(fresh);
  const change = decide(fresh);
  if (change) keepProject(await imagewell().updateProject({ projectId, ...change }));
}
