import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImageList } from '../../images/image-list.ts';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { formatNumber } from '../../texts/format.ts';
import { clearAll, idOf, news, type Search } from './search.ts';

export interface MatchesProps {
  readonly search: Search;
  readonly list: ImageList;
  /** How many images the project has, as far as that is known. */
  readonly total: number | undefined;
}

/** How many match, as far as they are read: a number and the words behind it. */
function countInWords({ search, list, total }: MatchesProps): readonly [string, string] {
  const { length } = list.images.value;
  const all = total === undefined ? '' : FINDING_TEXTS.of(total);
  const words = `${all} ${FINDING_TEXTS.matching(length, search.conditions.length)}`;
  if (list.isDone.value) return [formatNumber(length), words];
  const isLooking = list.isLoading.value || list.pages.value === 0;
  if (length === 0) return ['', isLooking ? FINDING_TEXTS.looking : FINDING_TEXTS.noneSoFar];
  if (isLooking) return [formatNumber(length), FINDING_TEXTS.lookingOn];
  return [FINDING_TEXTS.orMore(length), words];
}

/** Between two pages a number stands still for less. */
const STILL_MS = 300;

/** "7 of 41 match all five conditions · Clear all". */
export function Matches(props: MatchesProps) {
  const { problem } = props.search;
  const [count, words] = problem ? ['', FINDING_TEXTS.notSearched] : countInWords(props);
  return (
    <>
      {count && <b class="num">{count}</b>}
      {words} ·{' '}
      <button type="button" class="link" onClick={clearAll}>
        {FINDING_TEXTS.clearAll}
      </button>
    </>
  );
}

/** The number that stands still, in words; undefined while pages are read. */
function sayCount({ search, list, total }: MatchesProps): string | undefined {
  if (search.problem !== undefined) return search.problem;
  if (search.conditions.length === 0) return total === undefined ? '' : FINDING_TEXTS.images(total);
  if (list.isLoading.value || list.pages.value === 0) return undefined;
  const { length } = list.images.value;
  const isDone = list.isDone.value;
  return FINDING_TEXTS.found(isDone ? formatNumber(length) : FINDING_TEXTS.orMore(length), length);
}

/**
 * Says the number of matches once it stands still, behind the change that led to it. While the user
 * scrolls through an unfinished list, only its whole number is said.
 */
export function Announcer(props: MatchesProps) {
  const [said, setSaid] = useState('');
  const saidOf = useRef<ImageList>(undefined);
  const { list, search } = props;
  const count = sayCount(props);
  const speak = () => {
    const { said: change, id } = news.value;
    const isChange = change !== '' && id === idOf(search.conditions);
    const isFirst = search.conditions.length > 0 && saidOf.current !== list;
    const isWhole = said !== '' && list.isDone.value;
    if (count === undefined || !(isChange || isFirst || isWhole)) return;
    saidOf.current = list;
    setSaid(isChange ? [change, count].filter(Boolean).join(', ') : count);
    news.value = { said: '', id: '' };
  };
  useEffect(() => {
    const timer = setTimeout(speak, STILL_MS);
    return () => clearTimeout(timer);
  }, [count, list]);
  return (
    <p class="vh" role="status">
      {said}
    </p>
  );
}
