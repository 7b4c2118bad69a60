import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { encodeIdBytes } from '../../../core/images/ids.ts';
import type { Image, TemporaryImage, TemporaryLimits } from '../../../core/images/image-states.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from '../image-store.ts';

/** Projects and images of a store, as uploads and saves make them at one time. */
export function storedImages(
  underTest: () => ImageStoreUnderTest,
  now: number,
  limits: TemporaryLimits,
) {
  const addProject = async () => {
    const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
    const project = { projectId, accountId: `acc_${projectId}`, plan: PLANS.free };
    const named = { ...project, name: 'p', allowedOrigins: [], createdAt: now };
    await underTest().projects.addProject(named);
    return projectId;
  };
  const upload = async (projectId: string, changes: Partial<TemporaryImage> = {}) => {
    const temporary = makeTemporary(projectId, changes);
    expect(await underTest().stores[0].addTemporaryImage(temporary, limits, now)).toBe('added');
    return temporary;
  };
  const save = async (projectId: string, changes: Partial<Image> = {}) => {
    const image = makeImage(await upload(projectId), changes);
    const { outcome } = await underTest().stores[1].saveImage(image, { maxImages: null }, now);
    expect(outcome).toBe('saved');
    return image;
  };
  return { addProject, upload, save };
}
