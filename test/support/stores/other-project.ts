import type { Services } from '../../../core/ports/services.ts';

/** The services as a key of another project meets them. */
export function ofOtherProject(services: Services): Services {
  const getProject: Services['projects']['getProject'] = async (id) => {
    const project = await services.projects.getProject(id);
    return project && { ...project, projectId: 'prj_other' };
  };
  return { ...services, projects: { ...services.projects, getProject } };
}
