import { linkTo } from '../../state/links.ts';
import { BIN_WORDS, GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';

/** The images that were deleted on this page. */
export interface DeletedImages {
  readonly ids: readonly string[];
  /** The last ones are in the bin. */
  readonly isKept: boolean;
}

/** Before any deletion. */
export const NONE_DELETED: DeletedImages = { ids: [], isKept: false };

export interface DeletedBannerProps extends DeletedImages {
  readonly onClose: () => void;
}

/** Names the deleted images, and leads to the bin or to a receipt. */
export function DeletedBanner({ ids, isKept, onClose }: DeletedBannerProps) {
  const last = ids.at(-1);
  if (last === undefined) return null;
  return (
    <Banner
      kind="info"
      title={(isKept ? BIN_WORDS.moved : GALLERY_TEXTS.deleted)(ids.length)}
      actions={
        <>
          {isKept ? (
            <Button href={linkTo('bin')}>{BIN_WORDS.open}</Button>
          ) : (
            <Button href={linkTo('image', { imageId: last })}>{GALLERY_TEXTS.receipt}</Button>
          )}
          <IconButton icon="x" label={UI_TEXTS.close} onClick={onClose} />
        </>
      }
    >
      {isKept ? BIN_WORDS.movedAbout : GALLERY_TEXTS.deletedAbout}
    </Banner>
  );
}
