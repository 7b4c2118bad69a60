import { signal } from '@preact/signals';
import { imageUrl } from 'imagewell-client';
import { account, type Project } from '../app/projects.ts';
import type { Image } from './image.ts';

const KEY = 'imagewell.thumbnails';
/** Sharp at twice the width of a tile, and one size for all tiles. */
const WIDTH = 480;

const isChosen = signal(localStorage.getItem(KEY) !== null);

/** Whether renditions are counted, so that making thumbnails is a choice. */
export const isCounted = () => account.value?.plan.maxTransformationsPerMonth !== null;

/** Whether tiles show renditions of 480 px; else they show the originals, which cost none. */
export const hasThumbnails = () => !isCounted() || isChosen.value;

/** Chooses thumbnails or originals, and keeps that. */
export function setThumbnails(isOn: boolean): void {
  isChosen.value = isOn;
  if (isOn) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}

function widthFor({ allowedWidths }: Project): number | undefined {
  if (allowedWidths === null) return WIDTH;
  const sorted = [...allowedWidths].sort((a, b) => a - b);
  return sorted.find((width) => width >= WIDTH) ?? sorted.at(-1);
}

/** The content of a tile; undefined if its address must be signed, or it is blocked. */
export function thumbnailOf(image: Image, project: Project): string | undefined {
  if (image.takenDown) return undefined;
  if (image.review?.previewUrl)
    return image.review[hasThumbnails() ? 'previewUrl' : 'originalUrl'] ?? undefined;
  if (project.requireSignature) return undefined;
  const width = hasThumbnails() ? widthFor(project) : undefined;
  if (width === undefined || image.width <= width) return image.imageUrl;
  return imageUrl(image, { width, format: 'webp' });
}
