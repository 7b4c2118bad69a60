import { useEffect, useState } from 'preact/hooks';
import { imagewell } from '../state/imagewell.ts';
import type { Image } from './image.ts';
import { changeImage } from './image-list.ts';

/** How often an image's thumbnail is tried in all, and the pause before the last try. */
const MAX_TRIES = 3;
const PAUSE_MS = 5_000;

/** Whether the signed address of a thumbnail has ended by this time, in ms of the Unix epoch. */
export function hasEnded(address: string, now: number): boolean {
  const expires = URL.parse(address)?.searchParams.get('expires') ?? null;
  return expires !== null && now >= Number(expires) * 1000;
}

/** The content of a tile: a thumbnail, which counts no transformation, and never an original. */
export const thumbnailOf = ({ takenDown, thumbnailUrl }: Image): string | undefined =>
  takenDown ? undefined : (thumbnailUrl ?? undefined);

/** Puts a new address of a thumbnail into every list; a failure changes nothing. */
async function renew(projectId: string, imageId: string): Promise<void> {
  try {
    const { thumbnailUrl } = await imagewell().getImage({ projectId, imageId });
    changeImage(projectId, imageId, { thumbnailUrl });
  } catch {
    // the tile tries the address that it has
  }
}

/** The thumbnail of an image, as a tile shows it. */
export interface Thumbnail {
  /** Undefined while there is none to show. */
  readonly source: string | undefined;
  /** It is being made, or a new address was asked for. */
  readonly isAwaited: boolean;
  readonly onError: () => void;
}

/** Shows the thumbnail of an image. For an address that ended, or fails, it gets a new one. */
export function useThumbnail(projectId: string, image: Image): Thumbnail {
  const { imageId } = image;
  const address = thumbnailOf(image);
  const [failures, setFailures] = useState(0);
  const [isPaused, setPaused] = useState(
    () => address !== undefined && hasEnded(address, Date.now()),
  );
  useEffect(() => {
    if (!isPaused) return undefined;
    let isGone = false;
    const tryAgain = () => {
      if (!isGone) setPaused(false);
    };
    const isLast = failures === MAX_TRIES - 1;
    const timer = isLast ? setTimeout(tryAgain, PAUSE_MS) : undefined;
    if (!isLast) void renew(projectId, imageId).then(tryAgain);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isPaused, failures, projectId, imageId]);
  const hasFailed = failures >= MAX_TRIES;
  return {
    source: isPaused || hasFailed ? undefined : address,
    isAwaited: isPaused && !hasFailed,
    onError: () => {
      setFailures((was) => was + 1);
      setPaused(failures + 1 < MAX_TRIES);
    },
  };
}
