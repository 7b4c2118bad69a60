import type { GetProjectAnswer, UpdateProjectRequest } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { readExportedProject } from '../export/export-folder.ts';
import type { Session } from '../session.ts';

type Settings = Omit<UpdateProjectRequest, 'projectId' | 'name'>;

/** Each setting of an export as the other project gets it; its name stays. */
const SETTINGS: {
  readonly [Name in keyof Required<Settings>]: (from: GetProjectAnswer) => Settings;
} = {
  allowedOrigins: ({ allowedOrigins }) => ({ allowedOrigins }),
  allowedWidths: ({ allowedWidths }) => ({ allowedWidths }),
  allowedHeights: ({ allowedHeights }) => ({ allowedHeights }),
  presets: ({ presets }) => ({ presets }),
  requireSignature: ({ requireSignature }) => ({ requireSignature }),
  overQuota: ({ overQuota }) => ({ overQuota }),
  // the images of the import have other IDs
  watermark: () => ({}),
  // other plans may refuse it
  quotaMode: ({ quotaMode }) => (quotaMode === 'enforce' ? {} : { quotaMode }),
  temporaryLifeHours: ({ temporaryLifeHours }) => ({ temporaryLifeHours }),
  // the imported image has another ID
  fallbackImage: () => ({}),
  // another service may have no Rekognition; then a member or a program decides
  moderation: ({ moderation }) => ({
    moderation: moderation === 'rekognition' ? 'webhook' : moderation,
  }),
  // for the same reason
  focalPoints: () => ({}),
};

/** Applies the settings of an export to the project of the session, whose user is an admin. */
export async function applySettings(session: Session, dir: string): Promise<void> {
  const project = await readExportedProject(dir);
  if (!project) {
    const hint = 'Only an export by a signed-in user has settings.';
    throw new CommandError('usage', `${dir} has no settings of a project.`, hint);
  }
  const { calls, projectId } = await session.inProject();
  const all = Object.values(SETTINGS).map((read) => read(project));
  await calls.updateProject({ projectId, ...Object.assign({}, ...all) });
  session.tell(`The settings of ${project.name} are applied.`);
}
