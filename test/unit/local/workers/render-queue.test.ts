import { describe, expect, it } from 'vitest';
import type { QueuedRender } from '../../../../core/ports/images/render-queue.ts';
import { createLocalRenderQueue } from '../../../../local/workers/render-queue.ts';

const render = (at: number): QueuedRender => ({
  imageId: `img_${'a'.repeat(26)}`,
  renditionKey: `${at}.avif`,
  format: 'avif',
  query: '',
});

/** A renderer that renders when the test says so. */
function createMaker() {
  const result: string[] = [];
  let begun = 0;
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const make = async ({ renditionKey }: QueuedRender) => {
    begun += 1;
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    if (renditionKey === '1.avif') throw new Error('on purpose');
    result.push(renditionKey);
  };
  const open = () => {
    isOpen = true;
    for (const go of waiting) go();
  };
  return { make, made: result, open, begun: () => begun };
}

describe('the local queue of renders', () => {
  it('makes one at a time, in their order, and continues after a failure', async () => {
    const maker = createMaker();
    const queue = createLocalRenderQueue(maker.make);
    for (const at of [0, 1, 2]) await queue.add(render(at));
    expect(maker.begun()).toBe(1);
    maker.open();
    await expect.poll(() => maker.made).toEqual(['0.avif', '2.avif']);
  });

  it('takes one again that is made, but not one that waits or is being made', async () => {
    const maker = createMaker();
    const queue = createLocalRenderQueue(maker.make);
    await queue.add(render(0));
    await queue.add(render(0));
    maker.open();
    await expect.poll(() => maker.made).toEqual(['0.avif']);
    await expect
      .poll(async () => {
        await queue.add(render(0));
        return maker.made.length;
      })
      .toBeGreaterThan(1);
  });

  it('lets no more than a hundred wait, and drops them when it is stopped', async () => {
    const maker = createMaker();
    const queue = createLocalRenderQueue(maker.make);
    for (let at = 10; at < 200; at += 1) await queue.add(render(at));
    maker.open();
    await expect.poll(() => maker.made.length).toBe(100);
    const other = createMaker();
    const stopped = createLocalRenderQueue(other.make);
    for (const at of [0, 2, 3]) await stopped.add(render(at));
    stopped.stop();
    other.open();
    await expect.poll(() => other.made).toEqual(['0.avif']);
    expect(other.begun()).toBe(1);
  });
});
