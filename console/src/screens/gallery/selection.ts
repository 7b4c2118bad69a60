import { useMemo, useRef, useState } from 'preact/hooks';
import type { Image } from '../../images/image.ts';

/** Which images are chosen, and how they come to be. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Chooses or lets go of one. */
  readonly toggle: (index: number) => void;
  /** Chooses all from the last one that was touched to this. */
  readonly extendTo: (index: number) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** The selection among these images; those that are gone aren't chosen any more. */
export function useSelection(images: readonly Image[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef(0);
  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen;
    return new Set(images.map(({ imageId }) => imageId).filter((id) => chosen.has(id)));
  }, [images, chosen]);
  const idAt = (index: number) => images[index]?.imageId;
  return {
    ids,
    toggle(index) {
      const id = idAt(index);
      if (id === undefined) return;
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      anchor.current = index;
      setChosen(next);
    },
    extendTo(index) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      const range = images.slice(from, to + 1).map(({ imageId }) => imageId);
      setChosen(new Set([...ids, ...range]));
    },
    chooseAll: () => setChosen(new Set(images.map(({ imageId }) => imageId))),
    clear: () => setChosen(new Set()),
  };
}
