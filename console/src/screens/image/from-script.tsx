import type { ComponentChildren } from 'preact';
import { useResource } from '../../state/resource.ts';
import { Loaded } from '../../ui/loaded.tsx';

export interface FromScriptProps<Parts> {
  readonly load: () => Promise<Parts>;
  /** The sentence of a failure. */
  readonly what: string;
  readonly children: (parts: Parts) => ComponentChildren;
}

/** Parts of a page that another script has: no first screen has them. */
export function FromScript<Parts>({ load, what, children }: FromScriptProps<Parts>) {
  const script = useResource('', load);
  return (
    <Loaded resource={script} what={what}>
      {children}
    </Loaded>
  );
}

/** The script of an image's viewers and versions. */
export const loadImageParts = () => import('../image-parts.ts');
