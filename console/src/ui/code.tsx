import { CopyButton } from './copy-button.tsx';

export interface CodeProps {
  readonly text: string;
  /** The kind of code, for its label and its Copy button: "curl". */
  readonly what: string;
}

/** Lines to copy; they scroll within themselves and can be focused. */
export function Code({ text, what }: CodeProps) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} look="small" />
    </div>
  );
}
