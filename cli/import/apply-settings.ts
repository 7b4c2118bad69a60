import type { Project, UpdateProjectRequest } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { readExportedProject } from '../export/export-folder.ts';
import type { JournalReader } from '../journal/open-journal.ts';
import type { Session } from '../session.ts';

type Settings = Omit<UpdateProjectRequest, 'projectId' | 'name'>;

/** A setting that is left out, because an image that it names is not imported. */
interface LeftOutSetting {
  readonly setting: string;
  /** The ID in the exported project. */
  readonly imageId: string;
}

/** Replaces the images of an export by those of the other project. */
interface ImagesInSettings {
  /** The new ID; undefined if the image is not imported. */
  find(imageId: string): string | undefined;
  readonly leftOut: LeftOutSetting[];
}

/** The parameters of a query whose value is the ID of an image. */
const IMAGE_PARAMETER = /(?<=(?:^|&)(?:overlay|fallback)=)img_[a-z2-7]{26}/g;

/** A text with the new IDs of its images; undefined, and noted, if one is not imported. */
function moved(
  images: ImagesInSettings,
  setting: string,
  { text, ids }: { readonly text: string; readonly ids: RegExp },
): string | undefined {
  const missing = text.match(ids)?.find((id) => images.find(id) === undefined);
  if (missing === undefined) return text.replace(ids, (id) => images.find(id) ?? id);
  images.leftOut.push({ setting, imageId: missing });
  return undefined;
}

const movedQuery = (images: ImagesInSettings, setting: string, text: string) =>
  moved(images, setting, { text, ids: IMAGE_PARAMETER });

/** The presets of an export whose images are all imported. */
function movedPresets(
  images: ImagesInSettings,
  presets: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(presets).flatMap(([name, query]) => {
    const text = movedQuery(images, `preset ${name}`, query);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Each setting of an export as the other project gets it; its name stays. */
const SETTINGS: {
  readonly [Name in keyof Required<Settings>]: (
    from: Project,
    images: ImagesInSettings,
  ) => Settings;
} = {
  allowedOrigins: ({ allowedOrigins }) => ({ allowedOrigins }),
  allowedWidths: ({ allowedWidths }) => ({ allowedWidths }),
  allowedHeights: ({ allowedHeights }) => ({ allowedHeights }),
  presets: ({ presets }, images) => ({ presets: movedPresets(images, presets) }),
  requireSignature: ({ requireSignature }) => ({ requireSignature }),
  overQuota: ({ overQuota }) => ({ overQuota }),
  overBandwidth: ({ overBandwidth }) => ({ overBandwidth }),
  gamut: ({ gamut }) => ({ gamut }),
  hdr: ({ hdr }) => ({ hdr }),
  credit: ({ credit }) => ({ credit }),
  watermark: ({ watermark: exported }, images) => {
    if (exported === null) return { watermark: null };
    const watermark = movedQuery(images, 'watermark', exported);
    return watermark === undefined ? {} : { watermark };
  },
  // other plans may refuse it
  quotaMode: ({ quotaMode }) => (quotaMode === 'enforce' ? {} : { quotaMode }),
  temporaryLifeHours: ({ temporaryLifeHours }) => ({ temporaryLifeHours }),
  browserMaxAge: ({ browserMaxAge }) => ({ browserMaxAge }),
  keepDays: ({ keepDays }) => ({ keepDays }),
  defaultVisibility: ({ defaultVisibility }) => ({ defaultVisibility }),
  fallbackImage: ({ fallbackImage: exported }, images) => {
    if (exported === null) return { fallbackImage: null };
    const fallbackImage = moved(images, 'fallbackImage', { text: exported, ids: /^.+$/g });
    return fallbackImage === undefined ? {} : { fallbackImage };
  },
  // another service may have no Rekognition; then a member or a program decides
  moderation: ({ moderation }) => ({
    moderation: moderation === 'rekognition' ? 'webhook' : moderation,
  }),
  // for the same reason
  focalPoints: () => ({}),
};

/** The new IDs of the images that settings name, as the manifest has them now. */
async function findImages(
  { watermark, fallbackImage, presets }: Project,
  manifest: JournalReader,
): Promise<ReadonlyMap<string, string>> {
  const queries = [watermark ?? '', ...Object.values(presets)];
  const named = queries.flatMap((query) => query.match(IMAGE_PARAMETER) ?? []);
  const found = new Map<string, string>();
  for (const id of new Set([...named, ...(fallbackImage === null ? [] : [fallbackImage])])) {
    const line = await manifest.read(id);
    if (line && 'imageId' in line) found.set(id, line.imageId);
  }
  return found;
}

/**
 * Applies the settings of an export to the project of the session, whose user is an admin. Settings
 * that name images get the new IDs of the manifest; answers those whose image it lacks, which are
 * left out.
 */
export async function applySettings(
  session: Session,
  dir: string,
  manifest: JournalReader,
): Promise<readonly LeftOutSetting[]> {
  const project = await readExportedProject(dir);
  if (!project) {
    const hint = 'Only an export by a signed-in user has settings.';
    throw new CommandError('usage', `${dir} has no settings of a project.`, hint);
  }
  const { calls, projectId } = await session.inProject();
  const found = await findImages(project, manifest);
  const images: ImagesInSettings = { find: (id) => found.get(id), leftOut: [] };
  const all = Object.values(SETTINGS).map((read) => read(project, images));
  await calls.updateProject({ projectId, ...Object.assign({}, ...all) });
  return images.leftOut;
}

/**
 * Applies the settings again, after the import, if some were left out before it. One whose image is
 * still missing is named and makes the command end with 1.
 */
export async function applySettingsOfImages(
  session: Session,
  dir: string,
  manifest: JournalReader,
): Promise<void> {
  const leftOut = await applySettings(session, dir, manifest);
  for (const { setting, imageId } of leftOut) {
    session.tell(`${setting} is not applied: its image ${imageId} is not imported.`);
  }
  if (leftOut.length > 0) session.endWith(1);
}
