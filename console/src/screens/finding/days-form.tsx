import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dayAfter, FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { sayCondition } from './condition-words.ts';
import { choose, isDay, type SavedCondition } from './conditions.ts';
import type { FieldProps } from './field.ts';
import { change } from './search.ts';
import type { SpanForm } from './suggest.ts';

interface DaysFormProps extends FieldProps {
  readonly form: SpanForm;
  /** A day that was typed before. */
  readonly since: string;
}

/** The days of a form as a condition; undefined until all are there. */
function readDays(form: SpanForm, first: string, last: string): SavedCondition | undefined {
  if (!isDay(first) || (form === 'between' && !isDay(last))) return undefined;
  if (form === 'before') return { kind: 'saved', since: '', before: first };
  return { kind: 'saved', since: first, before: form === 'between' ? dayAfter(last) : '' };
}

/** The days in the form, and its ends: they are added, or the focus is back in the field. */
function useDays({ form, since, conditions, input, field, setField }: DaysFormProps) {
  const [first, setFirst] = useState(since);
  const [last, setLast] = useState('');
  const days = readDays(form, first, last);
  const isWrong = form === 'between' && isDay(last) && last < first;
  const close = () => {
    setField({ ...field, form: undefined });
    input.current?.focus();
  };
  const add = () => {
    if (!days || isWrong) return;
    close();
    change(choose(conditions, days), FINDING_TEXTS.added(sayCondition(days)));
  };
  return { first, setFirst, last, setLast, isWrong, isReady: days && !isWrong, close, add };
}

/** Asks for one day or two; Escape leads back to the field. */
export function DaysForm(props: DaysFormProps) {
  const { form } = props;
  const { first, setFirst, last, setLast, isWrong, isReady, close, add } = useDays(props);
  const ref = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const inputs = [...(ref.current?.querySelectorAll('input') ?? [])];
    (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
  }, []);
  return (
    <form
      ref={ref}
      class="suggest days"
      aria-label={`${FINDING_TEXTS.saved} ${FINDING_TEXTS[form]}`}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label={form === 'before' ? FINDING_TEXTS.beforeDay : FINDING_TEXTS.firstDay}
        type="date"
        value={first}
        onInput={setFirst}
        hint={FINDING_TEXTS.daysHint}
      />
      {form === 'between' && (
        <Field
          label={FINDING_TEXTS.lastDay}
          type="date"
          value={last}
          onInput={setLast}
          fault={isWrong ? FINDING_TEXTS.lastIsEarlier : undefined}
        />
      )}
      <div class="row-c">
        <Button type="submit" isDisabled={!isReady}>
          {FINDING_TEXTS.addDays}
        </Button>
        <Button kind="quiet" onClick={close}>
          {FINDING_TEXTS.cancel}
        </Button>
      </div>
    </form>
  );
}
