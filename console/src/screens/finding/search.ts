import { signal } from '@preact/signals';
import type { ListFilter } from '../../images/image-list.ts';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { sayCondition } from './condition-words.ts';
import { type Conditions, filterOf, goTo, readConditions, writeConditions } from './conditions.ts';
import { findProblem } from './problems.ts';

/** The search that an address asks for. */
export interface Search {
  readonly conditions: Conditions;
  /** Empty with a problem. */
  readonly filter: ListFilter;
  /** Why the service isn't asked, as a sentence. */
  readonly problem: string | undefined;
}

/** Reads all conditions of an address; none is left out. */
export function readSearch(query: URLSearchParams): Search {
  const conditions = readConditions(query);
  const problem = findProblem(conditions);
  return { conditions, problem, filter: problem === undefined ? filterOf(conditions) : {} };
}

/** A text of conditions that no others have. */
export const idOf = (conditions: Conditions) => writeConditions(new URLSearchParams(), conditions);

/** The last change in words, and the conditions since; until the number of matches is said. */
export const news = signal({ said: '', id: '' });

/** Goes to the view with these conditions, and has the change said with its number of matches. */
export function change(conditions: Conditions, said: string): void {
  news.value = { said, id: idOf(conditions) };
  goTo(conditions);
}

/** Takes a condition out, by its place. */
export function removeAt(conditions: Conditions, at: number): void {
  const [removed] = conditions.slice(at);
  if (!removed) return;
  const others = conditions.filter((_, index) => index !== at);
  change(others, FINDING_TEXTS.removed(sayCondition(removed)));
}

/** Moves the focus to the search field after a click by a key, whose button may be gone. */
export function focusField({ detail }: Pick<MouseEvent, 'detail'>): void {
  if (detail === 0) document.querySelector<HTMLElement>('.search > input')?.focus();
}

/** Takes all conditions out, after a click. */
export function clearAll(event: MouseEvent): void {
  focusField(event);
  change([], FINDING_TEXTS.allRemoved);
}
