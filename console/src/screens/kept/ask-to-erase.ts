import { imagewell } from '../../state/imagewell.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';

export interface Erasure {
  readonly projectId: string;
  readonly imageId: string;
  /** How the question names the image. */
  readonly name: string;
  readonly onErased: () => void;
}

/** Asks before an image of the bin is erased, and erases it. */
export function askToErase({ projectId, imageId, name, onErased }: Erasure): void {
  ask({
    title: KEPT_TEXTS.eraseTitle(name),
    about: KEPT_TEXTS.eraseAbout,
    yes: KEPT_TEXTS.eraseNow,
    failed: KEPT_TEXTS.eraseFailed,
    act: async () => {
      await imagewell().deleteImage({ projectId, imageId, forGood: true });
      onErased();
    },
  });
}
