import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ImageList } from '../../images/image-list.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import type { FieldState, Search } from '../finding-parts.ts';
import { finding, loadFinding } from './finding.ts';

interface SearchFieldProps {
  readonly search: Search;
  /** The images of the project, for suggestions. */
  readonly all: ImageList;
}

/** Preact's types know a combobox with a datalist alone. */
const combobox = (isExpanded: boolean): object => ({
  role: 'combobox',
  'aria-expanded': isExpanded,
});

/** The field's state, and its keys: the last that came before the script is acted on later. */
function useField({ search: { conditions }, all }: SearchFieldProps) {
  const [field, setField] = useState<FieldState>({ text: '', isOpen: false, at: -1 });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { parts } = finding.value;
  const suggestions = parts?.suggestionsOf(field, conditions, all.images.value) ?? [];
  const props = { id, input, field, setField, conditions, suggestions };
  const early = useRef<KeyboardEvent>(undefined);
  useEffect(() => {
    if (early.current) parts?.onFieldKey(props, early.current);
    early.current = undefined;
  }, [parts]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (parts) parts.onFieldKey(props, event);
    else early.current = event;
  };
  return { parts, props, onKeyDown };
}

/** The field, to which the script of conditions gives suggestions and tokens once it is there. */
export function SearchField({ search, all }: SearchFieldProps) {
  const { parts, props, onKeyDown } = useField({ search, all });
  const { id, input, field, setField, conditions, suggestions } = props;
  useShortcuts([
    { keys: '/', label: GALLERY_TEXTS.searchShort, run: () => input.current?.focus() },
  ]);
  const isExpanded = suggestions.length > 0;
  return (
    <div class="field search">
      <Icon name="search" />
      {parts && <parts.Tokens {...props} />}
      <input
        ref={input}
        type="search"
        {...combobox(isExpanded)}
        aria-label={GALLERY_TEXTS.search}
        aria-controls={isExpanded ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={suggestions[field.at] ? `${id}-${field.at}` : undefined}
        placeholder={
          conditions.length > 0 ? GALLERY_TEXTS.addCondition : GALLERY_TEXTS.searchPlaceholder
        }
        autocomplete="off"
        spellcheck={false}
        value={field.text}
        onFocus={() => {
          void loadFinding();
          void all.refresh(Number.POSITIVE_INFINITY);
        }}
        onClick={() => setField((was) => ({ ...was, isOpen: true }))}
        onInput={({ currentTarget: { value: text } }) => setField({ text, isOpen: true, at: -1 })}
        onKeyDown={onKeyDown}
        onBlur={() => setField((was) => ({ ...was, isOpen: false, at: -1 }))}
      />
      <kbd>/</kbd>
      {parts && <parts.Choices {...props} />}
    </div>
  );
}
