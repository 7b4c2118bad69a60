import type { TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { ARROWS, CENTER, clamp, type Point, pointUnder } from '../../images/frame.ts';
import { altOfImage, type Image, shownUrl } from '../../images/image.ts';
import { place, setQuery } from '../../state/router.ts';
import { formatSize } from '../../texts/format.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { ViewSegment } from '../../ui/segment.tsx';

export interface FocalStageProps {
  readonly image: Image;
  readonly focus: Point;
  /** Undefined: the role may not move it. */
  readonly onChange: ((focus: Point) => void) | undefined;
}

/** The point while it is moved, and the listeners that move it. */
function useDrag({ focus, onChange }: FocalStageProps) {
  const [draft, setDraft] = useState<Point>();
  const { x, y } = draft ?? focus;
  const show = (to: Point) => setDraft({ x: clamp(to.x, 0, 100), y: clamp(to.y, 0, 100) });
  const end = () => {
    if (draft) onChange?.(draft);
    setDraft(undefined);
  };
  const pointer = {
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      show(pointUnder(event, event.currentTarget));
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) {
        show(pointUnder(event, event.currentTarget));
      }
    },
    onPointerUp: end,
    onPointerCancel: () => setDraft(undefined), // the page scrolls
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [dx, dy] = ARROWS[event.key] ?? [];
    if (event.key === 'Home') show(CENTER);
    else if (dx !== undefined && dy !== undefined) {
      const step = event.shiftKey ? 10 : 1;
      show({ x: x + dx * step, y: y + dy * step });
    } else return;
    event.preventDefault(); // or the page scrolls
  };
  return { x, y, pointer, keys: { onKeyDown, onKeyUp: end } };
}

const RANGES = ['HDR', 'SDR'] as const;
const readRange = () => (place.value.query.get('range') === 'SDR' ? 'SDR' : 'HDR');

/**
 * The choice of HDR or SDR on a screen that can show both, else a note. The style knows the screen,
 * and follows a window that moves to another. SDR is a limit of the style on the stored image,
 * which costs nothing. Any other file without the gain map is a new rendition, so a browser without
 * that limit has no choice.
 */
function RangeChoice() {
  return (
    <div class="range">
      <ViewSegment
        label={IMAGE_TEXTS.showAs}
        value={readRange()}
        choices={RANGES.map((value) => ({ value, label: value }))}
        onChange={(range) => setQuery({ range: range === 'SDR' ? range : null })}
      />
      <p>{IMAGE_TEXTS.asSdr}</p>
    </div>
  );
}

/** The image with its focal point: a click or a drag sets it, arrows move it by 1 %. */
export function FocalStage(props: FocalStageProps) {
  const { image, onChange } = props;
  const { x, y, pointer, keys } = useDrag(props);
  const { width, height } = image;
  const style = { left: `${x}%`, top: `${y}%` };
  return (
    <figure class="stage big">
      <div
        class={onChange ? 'focal' : 'focal fixed'}
        style={{ '--ratio': width / height }}
        {...(onChange && pointer)}
      >
        <img
          src={shownUrl(image)}
          alt={altOfImage(image)}
          width={width}
          height={height}
          draggable={false}
          class={readRange()}
        />
        {onChange ? (
          <button
            type="button"
            aria-label={IMAGE_TEXTS.focusKeys}
            aria-describedby="focal-point"
            style={style}
            {...keys}
          />
        ) : (
          <span class="focal-mark" aria-hidden="true" style={style} />
        )}
      </div>
      {image.hasGainMap && <RangeChoice />}
      <figcaption>
        <span>{formatSize(width, height)}</span>
        <output id="focal-point">{IMAGE_TEXTS.focus(x, y)}</output>
      </figcaption>
    </figure>
  );
}
