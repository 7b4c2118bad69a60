import { type Image, isPending } from '../../images/image.ts';
import { keepDays, mayCall } from '../../state/projects.ts';
import { BIN_WORDS, GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-button.tsx';

export interface SelectionBarProps {
  readonly images: readonly Image[];
  readonly onEdit: () => void;
  readonly onApprove: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** The actions for the chosen images, docked at the bottom. */
export function SelectionBar(props: SelectionBarProps) {
  const { images, onEdit, onApprove, onDelete, onClear } = props;
  const isReview = images.every(isPending);
  const deletion = (keepDays() > 0 ? BIN_WORDS.moveMany : GALLERY_TEXTS.deleteImages)(
    images.length,
  );
  const remove = isReview ? GALLERY_TEXTS.reject : deletion;
  const copy = () =>
    copyText(
      images.map(({ imageUrl }) => imageUrl).join('\n'),
      GALLERY_TEXTS.addressesCopied(images.length),
    );
  return (
    <div class="selbar" role="toolbar" aria-label={GALLERY_TEXTS.selectedLabel}>
      <b class="num" role="status">
        {GALLERY_TEXTS.selected(images.length)}
      </b>
      <span class="sep" />
      {isReview && mayCall('reviewImage') && (
        <Button kind="quiet" icon="check" label={GALLERY_TEXTS.approve} onClick={onApprove}>
          {GALLERY_TEXTS.approve}
        </Button>
      )}
      <Button kind="quiet" icon="copy" label={GALLERY_TEXTS.copyAddresses} onClick={copy}>
        {GALLERY_TEXTS.copyAddresses}
      </Button>
      {mayCall('updateImageMetadata') && (
        <Button kind="quiet" icon="edit" label={GALLERY_TEXTS.editMetadata} onClick={onEdit}>
          {GALLERY_TEXTS.editMetadata}
        </Button>
      )}
      {mayCall('deleteImages') && (
        <Button kind="quiet" icon="trash" isDanger label={remove} onClick={onDelete}>
          {remove}
        </Button>
      )}
      <span class="sep" />
      <IconButton icon="x" label={GALLERY_TEXTS.clearSelection} onClick={onClear} />
    </div>
  );
}
