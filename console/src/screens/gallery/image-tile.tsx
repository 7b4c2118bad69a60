import { altOfImage, type Image, isPending, nameOfImage } from '../../images/image.ts';
import { useThumbnail } from '../../images/thumbnails.ts';
import { linkTo } from '../../state/links.ts';
import type { Project } from '../../state/projects.ts';
import { formatBytes, formatDay, formatSize } from '../../texts/format.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { HDR } from '../../texts/lost-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { View } from './gallery-look.ts';

export interface ImageTileProps {
  readonly image: Image;
  readonly project: Project;
  readonly index: number;
  readonly view: View;
  readonly isChosen: boolean;
  /** The one that the Tab key comes to. */
  readonly isActive: boolean;
  readonly onChoose: (index: number, isRange: boolean) => void;
  readonly onFocus: (index: number) => void;
}

/** The thumbnail, or the reason why there is none. */
function Thumbnail({ image, project }: { readonly image: Image; readonly project: Project }) {
  const { source, isAwaited, onError } = useThumbnail(project.projectId, image);
  if (source === undefined) {
    const { takenDown } = image;
    const why = takenDown ? GALLERY_TEXTS.takenDown : altOfImage(image);
    return (
      <span class="thumb-none">
        <Icon name={isAwaited ? 'lock' : takenDown ? 'error' : 'images'} />
        <span>{isAwaited ? GALLERY_TEXTS.previewAwaited : why}</span>
      </span>
    );
  }
  return (
    <img
      src={source}
      alt={altOfImage(image)}
      width={image.width}
      height={image.height}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}

function Facts({ image, view }: { readonly image: Image; readonly view: View }) {
  return (
    <span class="meta">
      {image.takenDown && (
        <Badge kind="bad" icon="error">
          {GALLERY_TEXTS.takenDown}
        </Badge>
      )}
      {isPending(image) && <Badge kind="warn">{GALLERY_TEXTS.inReview}</Badge>}
      <span>{formatSize(image.width, image.height)}</span>
      <span>{formatBytes(image.bytes)}</span>
      {view === 'list' && <span>{formatDay(image.createdAt)}</span>}
      <span class="fmt">{image.format}</span>
    </span>
  );
}

function Metadata({ image }: { readonly image: Image }) {
  return (
    <span class="chips">
      {Object.entries(image.metadata).map(([key, value]) => (
        <code key={key} class="chip">
          {key}={value}
        </code>
      ))}
    </span>
  );
}

/** One image in the grid or the list: box, thumbnail, name and facts. */
export function ImageTile(props: ImageTileProps) {
  const { image, project, index, view, isChosen, isActive, onChoose, onFocus } = props;
  const href = linkTo('image', { imageId: image.imageId });
  const name = nameOfImage(image);
  const onClick = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onChoose(index, true);
  };
  return (
    <div class={isChosen ? 'card chosen' : 'card'} role="gridcell" aria-selected={isChosen}>
      <label class="pick">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isChosen}
          aria-label={GALLERY_TEXTS.select(name)}
          onClick={(event) => onChoose(index, event.shiftKey)}
        />
      </label>
      <a
        href={href}
        class="thumb"
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        onClick={onClick}
        onFocus={() => onFocus(index)}
      >
        <Thumbnail image={image} project={project} />
        {image.hasGainMap && (
          <span class="mark">
            <Badge icon="hdr">{HDR}</Badge>
          </span>
        )}
      </a>
      <div class="cap">
        <a href={href} tabIndex={-1} title={name} onClick={onClick}>
          {name}
        </a>
        {view === 'list' && <Metadata image={image} />}
        <Facts image={image} view={view} />
      </div>
    </div>
  );
}

/** A tile that isn't loaded yet. */
export function GhostTile() {
  return (
    <div class="card ghost" role="gridcell">
      <span class="thumb" />
      <span class="cap">
        <span class="bone w1" />
        <span class="bone w2" />
      </span>
    </div>
  );
}
