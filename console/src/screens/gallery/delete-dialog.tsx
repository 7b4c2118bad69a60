import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import { dropImages } from '../../images/image-list.ts';
import { imagewell } from '../../state/imagewell.ts';
import { keepDays, loadUsage } from '../../state/projects.ts';
import { BIN_WORDS, GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';

export interface DeleteDialogProps {
  readonly projectId: string;
  readonly ids: readonly string[];
  /** They wait for a decision, and are rejected. */
  readonly isRejection: boolean;
  readonly onClose: () => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

/** Rejects or deletes images; throws at the first failure, and `gone` has those before it. */
async function endImages(
  projectId: string,
  ids: readonly string[],
  isRejection: boolean,
  gone: Set<string>,
): Promise<void> {
  for (const imageId of isRejection ? ids : []) {
    await imagewell().reviewImage({ projectId, imageId, decision: 'reject' });
    gone.add(imageId);
  }
  for (let at = 0; at < ids.length && !isRejection; at += LIMITS.maxImagesDeletedAtOnce) {
    const imageIds = ids.slice(at, at + LIMITS.maxImagesDeletedAtOnce);
    const { images } = await imagewell().deleteImages({ projectId, imageIds });
    for (const { outcome, imageId } of images) if (outcome !== 'busy') gone.add(imageId);
  }
}

/** The words for so many images: those of the bin where the project keeps them. */
function wordsFor(count: number, days: number) {
  return days > 0
    ? {
        title: BIN_WORDS.title(count),
        about: BIN_WORDS.about(count, days),
        yes: BIN_WORDS.move,
        busy: BIN_WORDS.moving,
        failed: BIN_WORDS.failed(count),
        safe: BIN_WORDS.safe,
      }
    : {
        title: GALLERY_TEXTS.deleteTitle(count),
        about: GALLERY_TEXTS.deleteAbout(count),
        yes: GALLERY_TEXTS.deleteNow(count),
        busy: GALLERY_TEXTS.deleting,
        failed: GALLERY_TEXTS.deleteFailed(count),
        safe: GALLERY_TEXTS.deleteSafe,
      };
}

/** Names the consequences, and deletes; images that failed stay chosen and can be tried again. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { projectId, ids, isRejection, onClose, onDeleted } = props;
  const [left, setLeft] = useState(ids);
  const count = left.length;
  const act = async () => {
    const gone = new Set<string>();
    try {
      await endImages(projectId, left, isRejection, gone);
    } finally {
      dropImages(projectId, gone);
      loadUsage().catch(() => {}); // the next page reads it again
      if (gone.size > 0) onDeleted([...gone]);
      setLeft(left.filter((id) => !gone.has(id)));
      if (gone.size === count) onClose();
    }
  };
  // a rejected image is erased, whatever the project keeps
  const words = wordsFor(count, isRejection ? 0 : keepDays());
  return (
    <FormDialog
      {...words}
      safe={count < ids.length ? words.safe : undefined}
      isDanger
      isCancelFirst
      isHeld
      act={act}
      onClose={onClose}
    />
  );
}
