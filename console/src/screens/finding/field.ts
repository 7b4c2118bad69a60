import type { RefObject } from 'preact';
import type { Image } from '../../images/image.ts';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import type { Conditions } from './conditions.ts';
import { change, removeAt } from './search.ts';
import { type SpanForm, type Suggestion, suggest } from './suggest.ts';

/** The search field, beside the conditions of the address. */
export interface FieldState {
  readonly text: string;
  /** Whether suggestions are shown. */
  readonly isOpen: boolean;
  /** The one that the arrow keys chose; -1: none. */
  readonly at: number;
  /** The form for days that is open. */
  readonly form?: { readonly form: SpanForm; readonly since: string } | undefined;
  /** Why the last choice wasn't taken. */
  readonly note?: string | undefined;
}

export interface FieldProps {
  /** Of the elements of the field. */
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly field: FieldState;
  readonly setField: (field: FieldState) => void;
  readonly conditions: Conditions;
  readonly suggestions: readonly Suggestion[];
}

const EMPTY: FieldState = { text: '', isOpen: false, at: -1 };

/** The suggestions that a field shows. */
export const suggestionsOf = (
  { text, isOpen, form }: FieldState,
  conditions: Conditions,
  images: readonly Image[],
) => (isOpen && !form ? suggest(text, conditions, images) : []);

/** Takes a suggestion; one that can't be taken says why, and the text stays. */
export function take(props: FieldProps, { name, value, refusal, effect }: Suggestion): void {
  const { field, setField, input } = props;
  if (refusal !== undefined) {
    setField({ ...field, note: refusal });
    return;
  }
  input.current?.focus();
  if ('text' in effect) setField({ text: effect.text, isOpen: true, at: -1 });
  else if ('form' in effect) setField({ ...EMPTY, form: effect });
  else {
    setField(EMPTY);
    change(effect.conditions, FINDING_TEXTS.added(`${name} ${value}`));
  }
}

/** Moves between the suggestions; -1 is the field. */
function move({ field, setField, suggestions }: FieldProps, step: number): void {
  const count = suggestions.length + 1;
  if (field.isOpen) setField({ ...field, at: ((field.at + 1 + step + count) % count) - 1 });
  else setField({ ...field, isOpen: true });
}

const focusLastToken = ({ input }: FieldProps) => {
  const tokens = input.current?.parentElement?.querySelectorAll<HTMLElement>('.token button');
  tokens?.[tokens.length - 1]?.focus();
};

function leave({ field, setField, input }: FieldProps): void {
  if (field.isOpen) setField({ ...field, isOpen: false, at: -1 });
  else if (field.text !== '') setField(EMPTY);
  else input.current?.blur();
}

/** Acts by a key in the field; false where the key means nothing here. */
function actByKey(props: FieldProps, key: string): boolean {
  const { field, conditions, suggestions } = props;
  const isEmpty = field.text === '';
  const chosen = suggestions[field.at] ?? (isEmpty ? undefined : suggestions[0]);
  if (key === 'ArrowDown') move(props, 1);
  else if (key === 'ArrowUp') move(props, -1);
  else if (key === 'Enter' && chosen) take(props, chosen);
  else if (key === 'Enter' && !isEmpty) props.setField({ ...field, isOpen: true, at: -1 });
  else if (key === 'Backspace' && isEmpty) removeAt(conditions, conditions.length - 1);
  else if (key === 'ArrowLeft' && isEmpty) focusLastToken(props);
  else if (key === 'Escape') leave(props);
  else return false;
  return true;
}

/** The keys of the field: to a suggestion, to a token, out. */
export function onFieldKey(props: FieldProps, event: KeyboardEvent): void {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (actByKey(props, event.key)) event.preventDefault();
}
