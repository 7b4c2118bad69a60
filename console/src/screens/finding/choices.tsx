import { FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { DaysForm } from './days-form.tsx';
import { type FieldProps, take } from './field.ts';
import { idOf, type Suggestion } from './suggest.ts';

interface OptionProps {
  readonly suggestion: Suggestion;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ suggestion, id, isChosen, onChoose }: OptionProps) {
  const { name, value, hint, refusal } = suggestion;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={refusal === undefined ? undefined : true}
      onMouseDown={(event) => {
        event.preventDefault(); // the field keeps the focus
        onChoose();
      }}
    >
      <b>{name}</b> <code>{value}</code>
      {(refusal ?? hint) && <small>{refusal ?? hint}</small>}
    </div>
  );
}

/** Below the field: its suggestions, the form for days, or why a choice wasn't taken. */
export function Choices(props: FieldProps) {
  const { id, field, suggestions } = props;
  return (
    <>
      <div
        class="suggest"
        role="listbox"
        id={`${id}-list`}
        aria-label={FINDING_TEXTS.suggestions}
        hidden={suggestions.length === 0}
      >
        {suggestions.map((one, at) => (
          <Option
            key={idOf(one)}
            suggestion={one}
            id={`${id}-${at}`}
            isChosen={at === field.at}
            onChoose={() => take(props, one)}
          />
        ))}
      </div>
      {field.form && <DaysForm {...props} {...field.form} />}
      <p class="vh" role="alert">
        {field.note}
      </p>
    </>
  );
}
