import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

/** A label with its value, and its title where it says more. */
export type Fact = readonly [label: string, value: ComponentChildren, title?: string];

export interface FactsProps {
  /** A fact that is false isn't shown. */
  readonly of: readonly (Fact | false)[];
}

/** Facts, one a line. */
export function Facts({ of }: FactsProps) {
  return (
    <dl class="facts">
      {of.map(
        (fact) =>
          fact && (
            <>
              <dt>{fact[0]}</dt>
              <dd title={fact[2]}>{fact[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}

/** The fact of an ID, to copy. */
export const idFact = (label: string, id: string): Fact => [
  label,
  <>
    <code class="clip">{id}</code>
    <CopyButton text={id} what={label} />
  </>,
];
