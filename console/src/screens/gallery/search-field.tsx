import { useId, useRef, useState } from 'preact/hooks';
import { type Image, type MetadataPair, readPair, writePair } from '../../images/image.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { type GalleryFilter, setPair, setText, suggestPairs } from './gallery-filter.ts';

const spaced = ({ key, value }: MetadataPair) => `${key} = ${value}`;

/** A pair that the service filters by, to be removed. */
function Token({ pair, onRemove }: { readonly pair: MetadataPair; readonly onRemove: () => void }) {
  return (
    <span class="token">
      <b>{pair.key}</b>
      <span>{pair.value}</span>
      <button
        type="button"
        aria-label={GALLERY_TEXTS.removeFilter(spaced(pair))}
        title={GALLERY_TEXTS.removeFilter(spaced(pair))}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}

interface SearchFieldProps {
  readonly filter: GalleryFilter;
  /** The source of suggestions. */
  readonly images: readonly Image[];
}

/** Preact's types know a combobox with a datalist alone. */
const combobox = (isExpanded: boolean): object => ({
  role: 'combobox',
  'aria-expanded': isExpanded,
});
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SuggestionsProps {
  readonly id: string;
  readonly pairs: readonly MetadataPair[];
  /** The one that the arrow keys chose; -1: none. */
  readonly at: number;
  readonly onChoose: (pair: MetadataPair) => void;
}

function Suggestions({ id, pairs, at, onChoose }: SuggestionsProps) {
  return (
    <div
      class="suggest"
      role="listbox"
      id={`${id}-list`}
      aria-label={GALLERY_TEXTS.suggestions}
      hidden={pairs.length === 0}
    >
      {pairs.map((one, index) => (
        <div
          key={writePair(one)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault(); // the field keeps the focus
            onChoose(one);
          }}
        >
          <code>{spaced(one)}</code>
        </div>
      ))}
    </div>
  );
}

/** The suggestions for a text, and the keys that choose one of them or leave the field. */
function useSuggestions({ filter, images }: SearchFieldProps) {
  const { pair, text } = filter;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const suggested = isOpen ? suggestPairs(images, text) : [];
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    setAt(-1);
  };
  const choose = (chosen: MetadataPair) => {
    setPair(chosen);
    open(false);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && suggested.length > 0) {
      event.preventDefault();
      setAt((at + step + suggested.length + (at < 0 && step < 0 ? 1 : 0)) % suggested.length);
    } else if (event.key === 'Enter') {
      const typed = readPair(text);
      const chosen = suggested[at] ?? (typed && typed.value !== '' ? typed : undefined);
      if (chosen) choose(chosen);
    } else if (event.key === 'Backspace' && text === '' && pair) {
      setPair(undefined);
    } else if (event.key === 'Escape') {
      if (suggested.length > 0) setOpen(false);
      else if (text !== '') setText('');
      else input.current?.blur();
    }
  };
  return { input, suggested, at, open, close: () => setOpen(false), choose, onKeyDown };
}

/** Plain words match names; `key=value`, or a suggestion, becomes a token. */
export function SearchField(props: SearchFieldProps) {
  const { pair, text } = props.filter;
  const id = useId();
  const { input, suggested, at, open, close, choose, onKeyDown } = useSuggestions(props);
  useShortcuts([
    { keys: '/', label: GALLERY_TEXTS.searchShort, run: () => input.current?.focus() },
  ]);
  return (
    <div class="field search">
      <Icon name="search" />
      {pair && <Token pair={pair} onRemove={() => setPair(undefined)} />}
      <input
        ref={input}
        type="search"
        {...combobox(suggested.length > 0)}
        aria-label={GALLERY_TEXTS.search}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={suggested[at] ? `${id}-${at}` : undefined}
        placeholder={GALLERY_TEXTS.searchPlaceholder}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          open(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <kbd>/</kbd>
      <Suggestions id={id} pairs={suggested} at={at} onChoose={choose} />
    </div>
  );
}
