import type { ExplainTransformationResult } from 'imagewell-client';
import type { Image } from '../../images/image.ts';
import { usage } from '../../state/projects.ts';
import { isFull, leftOf } from '../../state/quota-state.ts';
import { formatBytes, formatSize } from '../../texts/format.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { QUOTA_TEXTS } from '../../texts/quota-texts.ts';
import type { Made } from './made-result.ts';

interface FactsProps {
  readonly image: Image;
  readonly made: Made | undefined;
  readonly explained: ExplainTransformationResult | undefined;
}

/** Bytes, dimensions, time and cost of a result. */
export function Facts({ image, made, explained }: FactsProps) {
  const output = explained?.output;
  const cost = explained?.transformations ?? 0;
  const unknown = PLAYGROUND_TEXTS.unknown;
  const isNew = cost > 0 && !made;
  const left = leftOf('transformations') ?? null;
  const isBlocked = isNew && isFull('transformations');
  const saved = made && `${(100 - (made.bytes / image.bytes) * 100).toFixed(1)} %`;
  return (
    <dl class="kpis">
      <div>
        <dt>{PLAYGROUND_TEXTS.saved}</dt>
        <dd>
          {saved ?? unknown}
          {made && <small>{`${formatBytes(image.bytes)} → ${formatBytes(made.bytes)}`}</small>}
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.dimensions}</dt>
        <dd>
          {output ? formatSize(output.width, output.height) : unknown}
          <small>{PLAYGROUND_TEXTS.from(formatSize(image.width, image.height))}</small>
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.time}</dt>
        <dd>
          {made ? PLAYGROUND_TEXTS.milliseconds(made.milliseconds) : unknown}
          {made?.isOfBrowser && <small>{PLAYGROUND_TEXTS.ofBrowser}</small>}
          {made?.steps && <small>{made.steps}</small>}
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.quota}</dt>
        <dd class={isNew ? 'cost' : undefined}>
          {explained ? (isNew ? PLAYGROUND_TEXTS.isNew : PLAYGROUND_TEXTS.isStored) : unknown}
          <small>
            {isBlocked && usage.value
              ? QUOTA_TEXTS.startsAgain(usage.value.resetsAt)
              : cost > 0
                ? (isNew ? PLAYGROUND_TEXTS.costs : PLAYGROUND_TEXTS.counted)(cost, left)
                : PLAYGROUND_TEXTS.costsNothing}
          </small>
        </dd>
      </div>
    </dl>
  );
}
