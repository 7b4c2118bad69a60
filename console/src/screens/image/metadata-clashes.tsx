import { useId } from 'preact/hooks';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import type { Clash, Pair } from './metadata-change.ts';

export interface MetadataClashesProps {
  readonly clashes: readonly Clash[];
  readonly pairs: readonly Pair[];
  readonly onChoose: (key: string, value: string | null) => void;
}

/** Both values of each key that two users changed, of which one is chosen. */
export function MetadataClashes({ clashes, pairs, onChoose }: MetadataClashesProps) {
  const group = useId();
  return (
    <Banner kind="warn" title={IMAGE_TEXTS.clash}>
      {IMAGE_TEXTS.clashAbout}
      {clashes.map(({ key, mine, theirs }) => {
        const value = pairs.find((one) => one.key === key)?.value ?? null;
        const choices = [
          [IMAGE_TEXTS.yours, mine],
          [IMAGE_TEXTS.theirs, theirs],
        ] as const;
        return (
          <fieldset key={key} class="clash">
            <legend>
              <code>{key}</code>
            </legend>
            {choices.map(([label, one]) => (
              <label key={label} class="radio">
                <input
                  type="radio"
                  name={group + key}
                  checked={value === one}
                  onChange={() => onChoose(key, one)}
                />
                <span>
                  {label}: {one === null ? <i>{IMAGE_TEXTS.removed}</i> : <b>{one}</b>}
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </Banner>
  );
}
