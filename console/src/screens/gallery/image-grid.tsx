import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Image } from '../../images/image.ts';
import { linkTo } from '../../state/links.ts';
import type { Project } from '../../state/projects.ts';
import { navigate } from '../../state/router.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { useWindowRows } from '../../ui/hooks/use-window-rows.ts';
import type { GalleryLook, View } from './gallery-look.ts';
import { GhostTile, ImageTile } from './image-tile.tsx';
import type { Selection } from './selection.ts';

/** The measures of a grid, in px. */
interface Measures {
  readonly columns: number;
  readonly rowHeight: number;
}

const PHONE_WIDTH = 768;
const MIN_TILE = 200;
const GAP = 16;
const PHONE_GAP = 12;
/** Name and facts below an image. */
const CAPTION = 48;
const ROW_GAP = 20;
const LIST_ROW = { wide: 64, phone: 84 };

function measure(width: number, view: View): Measures {
  const isPhone = window.innerWidth < PHONE_WIDTH;
  if (view === 'list') return { columns: 1, rowHeight: isPhone ? LIST_ROW.phone : LIST_ROW.wide };
  const gap = isPhone ? PHONE_GAP : GAP;
  const columns = isPhone ? 2 : Math.max(1, Math.floor((width + gap) / (MIN_TILE + gap)));
  const tile = (width - gap * (columns - 1)) / columns;
  return { columns, rowHeight: Math.round((tile * 3) / 4) + CAPTION + ROW_GAP };
}

function useMeasures(view: View) {
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { container, isMeasured: width > 0, ...measure(width, view) };
}

export interface ImageGridProps {
  readonly images: readonly Image[];
  /** Of all, loaded or not. */
  readonly count: number;
  readonly project: Project;
  readonly look: GalleryLook;
  readonly selection: Selection;
  /** The last visible tile; images up to there are loaded. */
  readonly onReach: (index: number) => void;
  readonly onDelete: () => void;
}

/** Where a key leads from a tile. */
function stepOf(key: string, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * 4,
    PageUp: -columns * 4,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key];
}

/** The tile that Tab comes to, as keys and clicks move it. */
function useActive(container: RefObject<HTMLDivElement | null>) {
  const [active, drawActive] = useState(0);
  const latest = useRef(0); // two keys may come before the next drawing
  const mustFocus = useRef(false);
  const setActive = (index: number) => {
    latest.current = index;
    drawActive(index);
  };
  useEffect(() => {
    if (!mustFocus.current) return;
    const tile = container.current?.querySelector<HTMLElement>(`[data-index="${latest.current}"]`);
    if (!tile) return;
    mustFocus.current = false;
    tile.focus({ preventScroll: true });
  });
  const focusOn = (index: number) => {
    mustFocus.current = true;
    setActive(index);
  };
  return { active, latest, setActive, focusOn };
}

/** Acts on the tile at an index by a key; false where the key means nothing here. */
function actByKey(event: KeyboardEvent, at: number, grid: ImageGridProps): boolean {
  const { images, selection, onDelete } = grid;
  const image = images[at];
  if (event.key === ' ') selection.toggle(at);
  else if (event.key === 'Enter' && image) navigate(linkTo('image', { imageId: image.imageId }));
  else if (event.key === 'Delete') {
    if (selection.ids.size === 0) selection.toggle(at);
    onDelete();
  } else if (event.key === 'Escape') selection.clear();
  else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.chooseAll();
  else return false;
  return true;
}

interface RowProps extends Measures {
  readonly row: number;
  readonly grid: ImageGridProps;
  readonly active: number;
  readonly onChoose: (index: number, isRange: boolean) => void;
  readonly onFocus: (index: number) => void;
}

function Row({ row, columns, rowHeight, grid, active, onChoose, onFocus }: RowProps) {
  const { images, count, project, selection } = grid;
  const { view } = grid.look;
  const first = row * columns;
  return (
    <div
      class="row-of"
      role="row"
      aria-rowindex={row + 1}
      style={{
        transform: `translateY(${row * rowHeight}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {Array.from({ length: Math.min(columns, count - first) }, (_, column) => {
        const index = first + column;
        const image = images[index];
        if (!image) return <GhostTile key={index} />;
        return (
          <ImageTile
            key={image.imageId}
            image={image}
            project={project}
            index={index}
            view={view}
            isChosen={selection.ids.has(image.imageId)}
            isActive={index === active}
            onChoose={onChoose}
            onFocus={onFocus}
          />
        );
      })}
    </div>
  );
}

/** All images in a grid or a list of which only the rows in sight are drawn; one Tab stop. */
export function ImageGrid(props: ImageGridProps) {
  const { images, count, selection, onReach } = props;
  const { view, order } = props.look;
  const { container, isMeasured, columns, rowHeight } = useMeasures(view);
  const { active, latest, setActive, focusOn } = useActive(container);
  const last = images.length - 1;
  const keptRow = Math.floor(Math.min(active, Math.max(0, last)) / columns);
  const rowCount = isMeasured ? Math.ceil(count / columns) : 0;
  const shown = useWindowRows({ count: rowCount, rowHeight, container, keptRow });
  const reached = (shown.lastRow + 1) * columns;
  useEffect(() => onReach(reached), [reached, images.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, columns);
    if (step !== undefined) {
      const next = Math.max(0, Math.min(last, latest.current + step));
      if (event.shiftKey) selection.extendTo(next);
      focusOn(next);
      shown.scrollToRow(Math.floor(next / columns));
    } else if (!actByKey(event, latest.current, props)) return;
    event.preventDefault();
  };
  const onChoose = (index: number, isRange: boolean) => {
    setActive(index);
    if (isRange) selection.extendTo(index);
    else selection.toggle(index);
  };
  const row = { columns, rowHeight, grid: props, active: Math.min(active, last), onChoose };
  return (
    <div
      ref={container}
      class={`rows ${view}${selection.ids.size > 0 ? ' choosing' : ''}`}
      role="grid"
      aria-label={GALLERY_TEXTS.gridLabel(order)}
      aria-rowcount={rowCount}
      aria-colcount={columns}
      aria-multiselectable
      style={{ height: `${shown.height}px` }}
      onKeyDown={onKeyDown}
    >
      {shown.rows.map((at) => (
        <Row key={at} row={at} {...row} onFocus={setActive} />
      ))}
    </div>
  );
}
