import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import { dropImages } from '../../images/image-list.ts';
import { imagewell } from '../../state/imagewell.ts';
import { loadUsage } from '../../state/projects.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';

export interface DeleteDialogProps {
  readonly projectId: string;
  readonly ids: readonly string[];
  /** They wait for a decision, and are rejected. */
  readonly isRejection: boolean;
  readonly onClose: () => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

/** Names the consequences, and deletes; images that failed stay chosen and can be tried again. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { projectId, ids, isRejection, onClose, onDeleted } = props;
  const [left, setLeft] = useState(ids);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(undefined);
  const run = async () => {
    setBusy(true);
    setFault(undefined);
    const gone: string[] = [];
    try {
      for (const imageId of isRejection ? left : []) {
        await imagewell().reviewImage({ projectId, imageId, decision: 'reject' });
        gone.push(imageId);
      }
      for (let at = 0; at < left.length && !isRejection; at += LIMITS.maxImagesDeletedAtOnce) {
        const imageIds = left.slice(at, at + LIMITS.maxImagesDeletedAtOnce);
        const { images } = await imagewell().deleteImages({ projectId, imageIds });
        for (const { outcome, imageId } of images) if (outcome !== 'busy') gone.push(imageId);
      }
    } catch (error) {
      setFault(error);
    }
    const ended = new Set(gone);
    dropImages(projectId, ended);
    const rest = left.filter((id) => !ended.has(id));
    loadUsage().catch(() => {}); // the next page reads it again
    if (gone.length > 0) onDeleted(gone);
    setLeft(rest);
    setBusy(false);
    if (rest.length === 0) onClose();
  };
  const count = left.length;
  return (
    <Dialog
      title={GALLERY_TEXTS.deleteTitle(count)}
      about={GALLERY_TEXTS.deleteAbout(count)}
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button autoFocus isDisabled={isBusy} onClick={onClose}>
            {UI_TEXTS.cancel}
          </Button>
          <Button type="submit" kind="primary" isDanger isDisabled={isBusy}>
            {isBusy ? GALLERY_TEXTS.deleting : GALLERY_TEXTS.deleteNow(count)}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <FaultBanner
          fault={fault}
          what={GALLERY_TEXTS.deleteFailed(count)}
          {...(count < ids.length && { safe: GALLERY_TEXTS.deleteSafe })}
        />
      )}
    </Dialog>
  );
}
