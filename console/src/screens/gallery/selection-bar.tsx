import { mayCall } from '../../app/projects.ts';
import type { Image } from '../../images/image.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-button.tsx';

export interface SelectionBarProps {
  readonly images: readonly Image[];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** The actions for the chosen images, docked at the bottom. */
export function SelectionBar({ images, onEdit, onDelete, onClear }: SelectionBarProps) {
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
      <Button kind="quiet" icon="copy" label={GALLERY_TEXTS.copyAddresses} onClick={copy}>
        {GALLERY_TEXTS.copyAddresses}
      </Button>
      {mayCall('updateImageMetadata') && (
        <Button kind="quiet" icon="edit" label={GALLERY_TEXTS.editMetadata} onClick={onEdit}>
          {GALLERY_TEXTS.editMetadata}
        </Button>
      )}
      {mayCall('deleteImages') && (
        <Button
          kind="quiet"
          icon="trash"
          isDanger
          label={GALLERY_TEXTS.deleteImages(images.length)}
          onClick={onDelete}
        >
          {GALLERY_TEXTS.deleteImages(images.length)}
        </Button>
      )}
      <span class="sep" />
      <IconButton icon="x" label={GALLERY_TEXTS.clearSelection} onClick={onClear} />
    </div>
  );
}
