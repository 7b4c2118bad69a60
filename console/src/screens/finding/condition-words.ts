import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import type { Condition } from './conditions.ts';

/** A token's two parts: `word` and `vase`, or `season` and `autumn 2026`. */
export interface Words {
  readonly name: string;
  readonly value: string;
}

/** The words of a condition on its token. */
export function wordsOfCondition(condition: Condition): Words {
  switch (condition.kind) {
    case 'word':
      return { name: FINDING_TEXTS.word, value: condition.word };
    case 'pair':
      return { name: condition.key, value: condition.value };
    case 'format':
      return { name: FINDING_TEXTS.format, value: condition.formats.join(FINDING_TEXTS.or) };
    case 'saved': {
      const { since, before } = condition;
      return { name: FINDING_TEXTS.saved, value: FINDING_TEXTS.savedInWords(since, before) };
    }
    case 'review':
      return { name: FINDING_TEXTS.review, value: FINDING_TEXTS.inReview };
  }
}

/** A condition as it is said: `season = autumn 2026`, `word vase`. */
export function sayCondition(condition: Condition): string {
  const { name, value } = wordsOfCondition(condition);
  return condition.kind === 'pair' ? `${name} = ${value}` : `${name} ${value}`;
}

/** The sentence of a search by one condition that found nothing. */
export function sayNoneHas(condition: Condition): string {
  const { value } = wordsOfCondition(condition);
  if (condition.kind === 'saved') return FINDING_TEXTS.noneSaved(value);
  if (condition.kind === 'review') return FINDING_TEXTS.noneInReview;
  if (condition.kind === 'word') return FINDING_TEXTS.noneHas(FINDING_TEXTS.theWord(value));
  return FINDING_TEXTS.noneHas(
    condition.kind === 'format' ? FINDING_TEXTS.theFormat(value) : sayCondition(condition),
  );
}

/** A condition by its shortest name, for a search without it. */
export function nameWithout(condition: Condition): string {
  if (condition.kind === 'saved') return FINDING_TEXTS.theDates;
  const { name, value } = wordsOfCondition(condition);
  if (condition.kind === 'review') return value;
  return condition.kind === 'word' ? `${name} ${value}` : name;
}
