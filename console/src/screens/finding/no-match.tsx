import type { ListImagesRequest } from 'imagewell-client';
import { useEffect } from 'preact/hooks';
import type { ImageList } from '../../images/image-list.ts';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { formatNumber } from '../../texts/format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { nameWithout, sayCondition, sayNoneHas } from './condition-words.ts';
import {
  type Conditions,
  filterOf,
  keyOf,
  type PairCondition,
  readPair,
  writePair,
} from './conditions.ts';
import { type KnownPairs, keysOf, LOOKED_AT, nearestOf, readKnownPairs } from './known-pairs.ts';
import { change, clearAll, focusField, removeAt, type Search } from './search.ts';

/** As many images are counted without a condition; above, there are more. */
const COUNTED = 100;

/** Pages of a count: one may have no image, though others follow. */
const MAX_PAGES = 5;

/** How many images meet the others, as a number in words; undefined if no page that is read has. */
async function countWithout(
  projectId: string,
  others: Conditions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const asked: ListImagesRequest = { projectId, limit: COUNTED, ...filterOf(others) };
  let from: { readonly cursor?: string } = {};
  for (let left = MAX_PAGES; left > 0; left -= 1) {
    const { images, cursor } = await imagewell().listImages({ ...asked, ...from }, { signal });
    const { length } = images;
    if (length > 0) return cursor === null ? formatNumber(length) : FINDING_TEXTS.orMore(length);
    if (cursor === null) return undefined;
    from = { cursor };
  }
  return undefined;
}

interface WaysProps {
  readonly projectId: string;
  readonly conditions: Conditions;
}

/** A button for each condition whose removal finds images: one call each if no page is empty. */
function WaysOut({ projectId, conditions }: WaysProps) {
  const key = `${projectId} ${conditions.map(keyOf).join('\n')}`;
  const { data, fault, reload } = useResource(key, (signal) =>
    Promise.all(
      conditions.map((left) => {
        const others = conditions.filter((one) => one !== left);
        return countWithout(projectId, others, signal);
      }),
    ),
  );
  return (
    <>
      <FaultBanner fault={fault} what={FINDING_TEXTS.withoutFailed} onRetry={reload} />
      {conditions.map((one, at) => {
        const count = data?.[at];
        if (count === undefined) return null;
        return (
          <Button
            key={keyOf(one)}
            onClick={(event) => {
              focusField(event);
              removeAt(conditions, at);
            }}
          >
            {FINDING_TEXTS.without(nameWithout(one), count)}
          </Button>
        );
      })}
    </>
  );
}

interface NearestProps {
  readonly conditions: Conditions;
  readonly pair: PairCondition;
  /** The images of the project that are loaded. */
  readonly all: ImageList;
}

/** The pair of known images that is most like one that none of them has. */
function findNearest(known: KnownPairs, pair: PairCondition): PairCondition | undefined {
  const values = known.get(pair.key);
  if (!values) {
    const key = nearestOf(keysOf(known), pair.key);
    return key === undefined ? undefined : { ...pair, key };
  }
  const pairs = [...values.keys()].map((value) => writePair({ ...pair, value }));
  const nearest = readPair(nearestOf(pairs, writePair(pair)) ?? '');
  return nearest && { ...pair, ...nearest };
}

/** The sentence about a key that no known image has. */
function sayNoKey({ images, isDone }: ImageList): string {
  const { length } = images.value;
  return isDone.value && length <= LOOKED_AT
    ? FINDING_TEXTS.noKey
    : FINDING_TEXTS.noKeyLoaded(Math.min(length, LOOKED_AT));
}

/** A key or a value that no known image has, and the known one that is most like it. */
function Nearest({ conditions, pair, all }: NearestProps) {
  const images = all.images.value;
  const known = readKnownPairs(images);
  const values = known.get(pair.key);
  const found = findNearest(known, pair);
  const isKnown = values?.has(pair.value) || (values && !found);
  if (images.length === 0 || isKnown) return null;
  const use = (event: MouseEvent) => {
    if (!found) return;
    focusField(event);
    const others = conditions.map((one) => (one === pair ? found : one));
    change(others, FINDING_TEXTS.added(sayCondition(found)));
  };
  return (
    <span class="nearest">
      {!values && (
        <>
          {sayNoKey(all)}
          <code>{pair.key}</code>.{' '}
        </>
      )}
      {found && (
        <>
          {FINDING_TEXTS.nearest}
          <button type="button" class="link" onClick={use}>
            <code>{values ? writePair(found) : found.key}</code>
          </button>
        </>
      )}
    </span>
  );
}

export interface NoMatchProps {
  readonly projectId: string;
  readonly search: Search;
  /** The images of the project without a condition, for known keys and values. */
  readonly all: ImageList;
}

/** No image matches: each condition without which some do, the nearest key, the way back. */
export function NoMatch({ projectId, search: { conditions }, all }: NoMatchProps) {
  useEffect(() => {
    void all.refresh();
  }, [all]);
  const [first] = conditions;
  const isOne = conditions.length === 1 && first !== undefined;
  const pairs = conditions.filter((one) => one.kind === 'pair');
  return (
    <Empty
      hasArt={false}
      title={isOne ? sayNoneHas(first) : FINDING_TEXTS.none(conditions.length)}
      actions={
        <>
          {!isOne && <WaysOut projectId={projectId} conditions={conditions} />}
          <ClearAll />
        </>
      }
    >
      {pairs.map((pair) => (
        <Nearest key={keyOf(pair)} conditions={conditions} pair={pair} all={all} />
      ))}
    </Empty>
  );
}

function ClearAll() {
  return (
    <Button kind="quiet" onClick={clearAll}>
      {FINDING_TEXTS.clearAll}
    </Button>
  );
}

/** Conditions that the service would refuse: why, and the way back; nothing is asked. */
export function Problem({ problem }: { readonly problem: string }) {
  return (
    <Empty hasArt={false} title={FINDING_TEXTS.cantSearch} actions={<ClearAll />}>
      {problem}
    </Empty>
  );
}
