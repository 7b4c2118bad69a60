import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import type { RenditionStore } from '../../core/ports/images/rendition-store.ts';
import type { RenditionEvent } from './host-messages.ts';

type Note = (event: RenditionEvent) => void;

/** A store that tells of each rendition that it takes. */
export function countStored(renditions: RenditionStore, note: Note): RenditionStore {
  return {
    ...renditions,
    complete: async (claim, rendition) => {
      const isStored = await renditions.complete(claim, rendition);
      if (isStored) note('stored');
      return isStored;
    },
    recordTimeout: (claim) => {
      note('failed');
      return renditions.recordTimeout(claim);
    },
  };
}

/** An engine that tells of each rendition that it makes, or fails to make. */
export function countMade(engine: ImageEngine, note: Note): ImageEngine {
  return {
    ...engine,
    render: async (...args) => {
      try {
        const bytes = await engine.render(...args);
        note('made');
        return bytes;
      } catch (error) {
        note('failed');
        throw error;
      }
    },
  };
}
