import type { Services } from '../../../core/ports/services.ts';
import type { OpenProject } from '../../../core/projects/project.ts';
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../../core/projects/project-settings.ts';

/** The services, whose open projects have these settings, or this state; others the defaults. */
export function withSettings<Some extends Pick<Services, 'projects'>>(
  services: Some,
  { suspension, ...own }: Partial<ProjectSettings> & Pick<OpenProject, 'suspension'>,
  isOf: (projectId: string) => boolean = () => true,
): Some {
  const { projects } = services;
  const getOpenProject: typeof projects.getOpenProject = async (id) => {
    const project = await projects.getOpenProject(id);
    if (!project) return undefined;
    if (!isOf(id)) return { ...project, settings: DEFAULT_SETTINGS };
    const settings = { ...DEFAULT_SETTINGS, ...own };
    return { ...project, settings, ...(suspension ? { suspension } : {}) };
  };
  return { ...services, projects: { ...projects, getOpenProject } };
}
