import { ImagewellError } from 'imagewell-client';
import { UI_TEXTS } from '../../texts/ui-texts.ts';

export interface FixProps {
  /** What is wrong. */
  readonly text: string;
  /** What would be right; empty if that isn't known. */
  readonly fixed?: string | undefined;
  readonly onFix: (fixed: string) => void;
}

/** What is wrong in a field, with a button that mends it. */
export function Fix({ text, fixed = '', onFix }: FixProps) {
  return (
    <>
      {text}{' '}
      {fixed !== '' && (
        <button type="button" class="fix" onClick={() => onFix(fixed)}>
          {UI_TEXTS.use(fixed)}
        </button>
      )}
    </>
  );
}

/** What each field of a refused request was refused for, and that nothing was changed. */
export function tellErrors(fault: unknown): string {
  const errors = fault instanceof ImagewellError ? fault.errors : [];
  return [...errors.map(({ detail }) => detail), UI_TEXTS.unchanged].join(' ');
}
