import type { ExplainTransformationResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { altOfImage, type Image, shownUrl } from '../../images/image.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { formatBytes } from '../../texts/format.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Made } from './made-result.ts';

interface CompareProps {
  readonly image: Image;
  readonly made: Made | undefined;
  readonly output: ExplainTransformationResult['output'];
}

/** The original and the result in one frame, with a divider. */
export function Compare({ image, made, output }: CompareProps) {
  const [split, setSplit] = useState(50);
  const move = (by: number) => setSplit((was) => Math.min(100, Math.max(0, was + by)));
  useShortcuts([
    { keys: '[', label: PLAYGROUND_TEXTS.compare, run: () => move(-1) },
    { keys: ']', label: PLAYGROUND_TEXTS.compare, run: () => move(1) },
  ]);
  const { width, height } = output ?? image;
  const alt = altOfImage(image);
  const style = {
    aspectRatio: `${width} / ${height}`,
    '--ratio': width / height,
    '--split': made ? `${split}%` : '100%',
  };
  return (
    <figure class="compare">
      <div class="cmp-box" style={style}>
        {made && <img class="after" src={made.source} alt={PLAYGROUND_TEXTS.result(alt)} />}
        <div class="cmp-before">
          <img src={shownUrl(image)} alt={PLAYGROUND_TEXTS.original(alt)} />
        </div>
        <span class="tag tl">{PLAYGROUND_TEXTS.originalTag(formatBytes(image.bytes))}</span>
        {made && (
          <>
            <span class="cmp-line" aria-hidden="true">
              <span>
                <Icon name="handle" />
              </span>
            </span>
            <span class="tag tr">{PLAYGROUND_TEXTS.resultTag(formatBytes(made.bytes))}</span>
            <input
              type="range"
              min="0"
              max="100"
              value={split}
              aria-label={PLAYGROUND_TEXTS.compare}
              onInput={({ currentTarget }) => setSplit(Number(currentTarget.value))}
            />
          </>
        )}
      </div>
    </figure>
  );
}
