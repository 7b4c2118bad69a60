/** Two uploaders in React's strict mode; a test reads their states and results from `window`. */
import { createElement as make, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type UseUploadOptions, useUpload } from '../../../../client/src/integrations/react.ts';

interface Seen {
  readonly phases: string[];
  readonly fractions: number[];
  /** Of each call of `upload`: null without a URL. */
  readonly results: (string | null)[];
}
declare global {
  interface Window {
    readonly options: UseUploadOptions;
    seen: Record<string, Seen>;
  }
}
window.seen = {};

function Uploader({ id }: { readonly id: string }) {
  const { state, upload, cancel } = useUpload(window.options);
  window.seen[id] ??= { phases: [], fractions: [], results: [] };
  const { phases, fractions, results } = window.seen[id];
  useEffect(() => {
    if (phases.at(-1) !== state.phase) phases.push(state.phase);
    if (state.phase === 'sending') fractions.push(state.fraction);
  }, [state, phases, fractions]);
  const choose = async (files: FileList | null) => {
    results.push((await upload(files?.[0])) ?? null);
  };
  return make(
    'section',
    { id },
    make('input', { type: 'file', onChange: ({ target }) => void choose(target.files) }),
    make('button', { type: 'button', onClick: cancel }, 'Cancel'),
    make('output', {}, state.phase === 'failed' ? state.error.message : state.phase),
  );
}

function Page() {
  const [hasFirst, setHasFirst] = useState(true);
  const remove = make('button', { type: 'button', onClick: () => setHasFirst(false) }, 'Remove');
  return make(
    StrictMode,
    {},
    hasFirst && make(Uploader, { id: 'first' }),
    make(Uploader, { id: 'second' }),
    remove,
  );
}

createRoot(document.body.appendChild(document.createElement('main'))).render(make(Page));
