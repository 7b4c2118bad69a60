import { LIMITS, STORED_FORMATS } from '../../generated/rules.ts';
import { isKey, lengthOf } from '../../images/metadata-rules.ts';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { type Condition, type Conditions, filterOf, isDay, wordsOf } from './conditions.ts';

const { maxListedPairs, maxSearchedWords, maxSearchLength, maxMetadataValueLength } = LIMITS;

/** Why the service would refuse a condition. */
function faultOf(condition: Condition): string | undefined {
  if (condition.kind === 'word') {
    return wordsOf(condition.word).length > 0 ? undefined : FINDING_TEXTS.noWord(condition.word);
  }
  if (condition.kind === 'pair') {
    const { key, value } = condition;
    if (!isKey(key)) return FINDING_TEXTS.badKey(key);
    if (value === '') return FINDING_TEXTS.noValue(key);
    const isLong = lengthOf(value) > maxMetadataValueLength;
    return isLong ? FINDING_TEXTS.longValue(key, maxMetadataValueLength) : undefined;
  }
  if (condition.kind === 'format') {
    const known: readonly string[] = STORED_FORMATS;
    const unknown = condition.formats.find((format) => !known.includes(format));
    return unknown === undefined
      ? undefined
      : FINDING_TEXTS.badFormat(unknown, STORED_FORMATS.join(', '));
  }
  if (condition.kind === 'review') return undefined;
  const { since, before } = condition;
  const wrong = [since, before].find((day) => day !== '' && !isDay(day));
  if (wrong !== undefined) return FINDING_TEXTS.badDay(wrong);
  return since !== '' && before !== '' && since >= before ? FINDING_TEXTS.emptySpan : undefined;
}

/** The first key that two pairs have. */
function findTwice(conditions: Conditions): string | undefined {
  const keys = conditions.flatMap((one) => (one.kind === 'pair' ? [one.key] : []));
  return keys.find((key, at) => keys.indexOf(key) !== at);
}

/** Why the service would refuse these conditions, as a sentence; undefined: it takes them. */
export function findProblem(conditions: Conditions): string | undefined {
  for (const one of conditions) {
    const fault = faultOf(one);
    if (fault !== undefined) return fault;
  }
  const count = (kind: Condition['kind']) => conditions.filter((one) => one.kind === kind).length;
  const [words, pairs, twice] = [count('word'), count('pair'), findTwice(conditions)];
  if (words > maxSearchedWords) return FINDING_TEXTS.tooManyWords(words, maxSearchedWords);
  if (twice !== undefined) return FINDING_TEXTS.twice(twice);
  if (pairs > maxListedPairs) return FINDING_TEXTS.tooManyPairs(pairs, maxListedPairs);
  const isLong = lengthOf(filterOf(conditions).search ?? '') > maxSearchLength;
  return isLong ? FINDING_TEXTS.tooLong(maxSearchLength) : undefined;
}
