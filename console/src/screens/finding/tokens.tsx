import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { sayCondition, wordsOfCondition } from './condition-words.ts';
import { type Condition, keyOf } from './conditions.ts';
import type { FieldProps } from './field.ts';
import { removeAt } from './search.ts';

interface TokenProps {
  readonly condition: Condition;
  /** The Tab stop of all tokens. */
  readonly isStop: boolean;
  readonly onRemove: (isByKey: boolean) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLButtonElement>) => void;
}

function Token({ condition, isStop, onRemove, onKeyDown }: TokenProps) {
  const { name, value } = wordsOfCondition(condition);
  const said = sayCondition(condition);
  const label = FINDING_TEXTS.remove(said);
  return (
    <li class="token" title={said}>
      <b>{name}</b>
      <span>{value}</span>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-label={label}
        title={label}
        onKeyDown={onKeyDown}
        onClick={({ detail }) => onRemove(detail === 0)}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

/** The conditions in the field, joined by "and"; the choice of a state has its own control. */
export function Tokens({ input, conditions }: Pick<FieldProps, 'input' | 'conditions'>) {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef(-1);
  const focusOn = (at: number) => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const to = buttons[Math.min(at, buttons.length - 1)] ?? input.current;
    to?.focus();
  };
  useLayoutEffect(() => {
    if (next.current < 0) return;
    focusOn(next.current); // the button that had the focus is gone
    next.current = -1;
  }, [conditions.map(keyOf).join('\n')]);
  const shown = conditions.filter(({ kind }) => kind !== 'review');
  const remove = (condition: Condition, isByKey: boolean) => {
    if (isByKey) next.current = shown.indexOf(condition);
    removeAt(conditions, conditions.indexOf(condition));
  };
  const onKey = (event: KeyboardEvent, at: number, condition: Condition) => {
    if (event.key === 'ArrowLeft') focusOn(Math.max(0, at - 1));
    else if (event.key === 'ArrowRight' && at + 1 === shown.length) input.current?.focus();
    else if (event.key === 'ArrowRight') focusOn(at + 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(condition, true);
    else return;
    event.preventDefault();
  };
  if (shown.length === 0) return null;
  return (
    <ul ref={list} class="toks" aria-label={FINDING_TEXTS.conditions}>
      {shown.map((condition, at) => (
        <Token
          key={keyOf(condition)}
          condition={condition}
          isStop={at === shown.length - 1}
          onRemove={(isByKey) => remove(condition, isByKey)}
          onKeyDown={(event) => onKey(event, at, condition)}
        />
      ))}
    </ul>
  );
}
