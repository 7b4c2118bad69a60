import { describe, expect, it } from 'vitest';
import type { QueuedRender, RenderQueue } from '../../core/ports/images/render-queue.ts';

export interface OpenedRenderQueue {
  readonly queue: RenderQueue;
  /** The items that were passed on so far, as soon as none is waiting. */
  received(): Promise<QueuedRender[]>;
  remove(): Promise<void>;
}

const render = (letter: string, renditionKey: string): QueuedRender => ({
  imageId: `img_${letter.repeat(26)}`,
  renditionKey,
  format: 'avif',
  query: 'width=1500&more=blur-2.5~crop-0_0_9_9',
});

/** The promises of every queue of renders. */
export function describeRenderQueue(name: string, open: () => Promise<OpenedRenderQueue>): void {
  describe(`a queue of renders: ${name}`, () => {
    it('delivers each queued render unchanged, and once if it is queued twice', async () => {
      const { queue, received, remove } = await open();
      const all = [render('a', 'x-q60.avif'), render('a', 'y-q60.avif'), render('b', 'x-q60.avif')];
      for (const entry of [...all, ...all]) await queue.add(entry);
      const texts = (await received()).map((entry) => JSON.stringify(entry));
      expect(texts.toSorted()).toEqual(all.map((entry) => JSON.stringify(entry)).toSorted());
      await remove();
    });
  });
}
