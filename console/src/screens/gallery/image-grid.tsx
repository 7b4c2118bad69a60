import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Image } from '../../images/image.ts';
import { linkTo } from '../../state/links.ts';
import type { Project } from '../../state/projects.ts';
import { navigate } from '../../state/router.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { useWindowRows } from '../../ui/use-window-rows.ts';
import type { View } from './gallery-filter.ts';
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
  readonly view: View;
  readonly selection: Selection;
  readonly mayChoose: boolean;
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

/** All images in a grid or a list of which only the rows in sight are drawn; one Tab stop. */
export function ImageGrid(props: ImageGridProps) {
  const { images, count, project, view, selection, mayChoose, onReach, onDelete } = props;
  const { container, isMeasured, columns, rowHeight } = useMeasures(view);
  const [active, drawActive] = useState(0);
  const latest = useRef(0); // two keys may come before the next drawing
  const mustFocus = useRef(false);
  const setActive = (index: number) => {
    latest.current = index;
    drawActive(index);
  };
  const activeRow = Math.floor(Math.min(active, Math.max(0, images.length - 1)) / columns);
  const rowCount = isMeasured ? Math.ceil(count / columns) : 0;
  const { rows, lastRow, height, scrollToRow } = useWindowRows({
    count: rowCount,
    rowHeight,
    container,
    keptRow: activeRow,
  });
  const reached = (lastRow + 1) * columns;
  useEffect(() => onReach(reached), [reached, images.length]);
  useEffect(() => {
    if (!mustFocus.current) return;
    const tile = container.current?.querySelector<HTMLElement>(`[data-index="${latest.current}"]`);
    if (!tile) return;
    mustFocus.current = false;
    tile.focus({ preventScroll: true });
  });

  const moveTo = (index: number, isRange: boolean) => {
    const next = Math.max(0, Math.min(images.length - 1, index));
    if (isRange && mayChoose) selection.extendTo(next);
    mustFocus.current = true;
    setActive(next);
    scrollToRow(Math.floor(next / columns));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = latest.current;
    const image = images[at];
    const step = stepOf(event.key, columns);
    if (step !== undefined) {
      moveTo(at + step, event.shiftKey);
    } else if (event.key === ' ' && mayChoose) {
      selection.toggle(at);
    } else if (event.key === 'Enter' && image) {
      navigate(linkTo('image', { imageId: image.imageId }));
    } else if (event.key === 'Delete' && mayChoose) {
      if (selection.ids.size === 0) selection.toggle(at);
      onDelete();
    } else if (event.key === 'Escape') {
      selection.clear();
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && mayChoose) {
      selection.chooseAll();
    } else return;
    event.preventDefault();
  };
  const onChoose = (index: number, isRange: boolean) => {
    setActive(index);
    if (isRange) selection.extendTo(index);
    else selection.toggle(index);
  };

  return (
    <div
      ref={container}
      class={`rows ${view}${selection.ids.size > 0 ? ' choosing' : ''}`}
      role="grid"
      aria-label={GALLERY_TEXTS.gridLabel}
      aria-rowcount={rowCount}
      aria-colcount={columns}
      aria-multiselectable={mayChoose}
      style={{ height: `${height}px` }}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <div
          key={row}
          class="row-of"
          role="row"
          aria-rowindex={row + 1}
          style={{
            transform: `translateY(${row * rowHeight}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
            const index = row * columns + column;
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
                isActive={index === Math.min(active, images.length - 1)}
                mayChoose={mayChoose}
                onChoose={onChoose}
                onFocus={setActive}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
