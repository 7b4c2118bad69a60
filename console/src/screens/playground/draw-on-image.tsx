import type { TargetedPointerEvent } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { ParameterControl as Row } from '../../generated/parameters.ts';
import {
  ARROWS,
  clamp,
  type Frame,
  frameAround,
  type Point,
  pointOf,
  pointUnder,
  readFrame,
  writeFrame,
} from '../../images/frame.ts';
import { altOfImage, type Image, shownUrl } from '../../images/image.ts';
import { formatSize } from '../../texts/format.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import type { Values } from './address.ts';
import { DOTS } from './parameter-control.tsx';

export interface DrawProps {
  readonly row: Row;
  readonly image: Image;
  readonly values: Values;
  /** As it is drawn. */
  readonly onChange: (value: string) => void;
  /** Drawn to the end; null: it is as if nothing was drawn. */
  readonly onEnd: (value: string | null) => void;
}

interface Began {
  /** The handle; empty beside the rectangle. */
  readonly at: string;
  readonly from: Point;
  readonly frame: Frame;
}

const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
/** Less than a hundredth of a side is a slip of the finger, and no rectangle. */
const isSlip = (from: Point, to: Point) =>
  Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) < 1;

/** The rectangle after its side, its corner or all of it went so many pixels. */
function moveFrame(at: string, was: Frame, dx: number, dy: number, image: Image): Frame {
  const { width, height } = image;
  if (at === 'all') {
    const x = clamp(was.x + dx, 0, width - was.width);
    return { ...was, x, y: clamp(was.y + dy, 0, height - was.height) };
  }
  const right = was.x + was.width;
  const bottom = was.y + was.height;
  const x = at.includes('w') ? clamp(was.x + dx, 0, right - 1) : was.x;
  const y = at.includes('n') ? clamp(was.y + dy, 0, bottom - 1) : was.y;
  const end = at.includes('e') ? clamp(right + dx, x + 1, width) : right;
  const foot = at.includes('s') ? clamp(bottom + dy, y + 1, height) : bottom;
  return { x, y, width: end - x, height: foot - y };
}

const placeOf = (frame: Frame, { width, height }: Image) => ({
  left: `${(frame.x / width) * 100}%`,
  top: `${(frame.y / height) * 100}%`,
  width: `${(frame.width / width) * 100}%`,
  height: `${(frame.height / height) * 100}%`,
});

const isWhole = (frame: Frame, { width, height }: Image) =>
  frame.width === width && frame.height === height;

/** The rectangle while it is drawn from where it began; undefined: a slip of the finger. */
function dragFrame({ at, from, frame }: Began, to: Point, image: Image): Frame | undefined {
  if (isSlip(from, to)) return undefined;
  const dx = ((to.x - from.x) / 100) * image.width;
  const dy = ((to.y - from.y) / 100) * image.height;
  if (at !== '') return moveFrame(at, frame, dx, dy, image);
  const x = clamp((from.x / 100) * image.width, 0, image.width - 1);
  const y = clamp((from.y / 100) * image.height, 0, image.height - 1);
  const corner = (dy < 0 ? 'n' : 's') + (dx < 0 ? 'w' : 'e');
  return moveFrame(corner, { x, y, width: 0, height: 0 }, dx, dy, image);
}

/** The rectangle with its centre at a point. */
function bringFrame(frame: Frame, to: Point, image: Image): Frame {
  const dx = (to.x / 100) * image.width - frame.x - frame.width / 2;
  const dy = (to.y / 100) * image.height - frame.y - frame.height / 2;
  return moveFrame('all', frame, dx, dy, image);
}

/** The rectangle, and the listeners that draw, move and size it. */
function useRect({ row, image, values, onChange, onEnd }: DrawProps) {
  const frame = readFrame(values[row.name] ?? '', image);
  const began = useRef<Began | undefined>(undefined);
  const show = (next: Frame) => onChange(writeFrame(next));
  const end = (last: Frame) => {
    began.current = undefined;
    onEnd(isWhole(last, image) ? null : writeFrame(last));
  };
  const pointer = {
    onPointerDown(event: TargetedPointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      const at = (event.target as HTMLElement).dataset.at ?? '';
      event.currentTarget.setPointerCapture(event.pointerId);
      began.current = { at, from: pointUnder(event, event.currentTarget), frame };
    },
    onPointerMove(event: TargetedPointerEvent<HTMLDivElement>) {
      if (!began.current) return;
      const next = dragFrame(began.current, pointUnder(event, event.currentTarget), image);
      if (next) show(next);
    },
    onPointerUp(event: TargetedPointerEvent<HTMLDivElement>) {
      if (!began.current) return;
      const { at, from, frame: was } = began.current;
      const to = pointUnder(event, event.currentTarget);
      // a click beside the rectangle brings it there, for who can't drag
      end(at === '' && isSlip(from, to) ? bringFrame(was, to, image) : frame);
    },
    onPointerCancel: () => end(frame),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault(); // or the page scrolls
    const step = event.shiftKey ? 10 : 1;
    show(moveFrame(event.altKey ? 'es' : 'all', frame, x * step, y * step, image));
  };
  const onKeyUp = ({ key }: KeyboardEvent) => ARROWS[key] && end(frame);
  return { frame, pointer, keys: { onKeyDown, onKeyUp } };
}

function DrawRect(props: DrawProps) {
  const { row, image } = props;
  const { frame, pointer, keys } = useRect(props);
  const style = placeOf(frame, image);
  const { x, y, width, height } = frame;
  return (
    <div class="draw-on" {...pointer}>
      <div class="draw-shade">
        <span style={style} />
      </div>
      <div class="draw-frame" style={style}>
        <button
          type="button"
          data-at={isWhole(frame, image) ? '' : 'all'}
          aria-label={PLAYGROUND_TEXTS.frame(row.label, x, y, width, height)}
          {...keys}
        />
        {HANDLES.map((at) => (
          <span key={at} class={`draw-h h-${at}`} data-at={at} />
        ))}
      </div>
      <output class="tag tl">{formatSize(width, height)}</output>
    </div>
  );
}

/** The part that `cover` keeps of the image, or of its crop. */
function findKept({ row, image, values }: DrawProps): Frame | undefined {
  const ratio = Number(values.width) / Number(values.height);
  const value = values[row.name] ?? image.focalPoint ?? 'center';
  if (!(ratio > 0) || !(DOTS.includes(value) || value.includes(','))) return undefined;
  if ((values.fit ?? 'cover') !== 'cover') return undefined;
  const base = readFrame(values.crop ?? '', image);
  const kept = frameAround(base, ratio, pointOf(value));
  return { ...kept, x: kept.x + base.x, y: kept.y + base.y };
}

function DrawPlace(props: DrawProps) {
  const { row, image, values, onEnd } = props;
  const group = useId();
  const kept = findKept(props);
  const style = kept && placeOf(kept, image);
  return (
    <div class="draw-on">
      {style && (
        <div class="draw-shade">
          <span style={style} />
        </div>
      )}
      <fieldset class="draw-nine">
        <legend class="vh">{PLAYGROUND_TEXTS.onImage(row.label)}</legend>
        {DOTS.map((one) => (
          <label key={one} title={one}>
            <input
              type="radio"
              name={group}
              aria-label={one}
              checked={values[row.name] === one}
              onChange={() => onEnd(one)}
            />
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** How a parameter is drawn, by its kind. */
const DRAWN: Partial<Record<Row['kind'], typeof DrawRect>> = { rect: DrawRect, place: DrawPlace };

/** The whole original, upright, with a parameter to be drawn on it. */
export function DrawOnImage(props: DrawProps) {
  const { row, image } = props;
  const { width, height } = image;
  const Drawn = DRAWN[row.kind];
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    figure.current?.querySelector<HTMLElement>('button, :checked')?.focus();
  }, [row]);
  return (
    <figure class="compare" ref={figure}>
      <div
        class="cmp-box draw"
        style={{ aspectRatio: `${width} / ${height}`, '--ratio': width / height }}
      >
        <img
          src={shownUrl(image)}
          alt={PLAYGROUND_TEXTS.original(altOfImage(image))}
          draggable={false}
        />
        {Drawn && <Drawn {...props} />}
      </div>
    </figure>
  );
}
