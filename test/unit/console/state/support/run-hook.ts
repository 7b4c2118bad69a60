import { h, type Options, options, render } from 'preact';
import { settle } from './stub-browser.ts';

// effects run in the next turn, as Node has no frame to wait for
(
  options as Options & { requestAnimationFrame?: (then: () => void) => void }
).requestAnimationFrame = (then) => void setTimeout(then);
/** Resolves when a change, its effects and their changes have run. */
export async function settleHooks(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await settle();
}

/** A hook in a component that draws nothing: its last result, and another run of it. */
export async function runHook<Input, Result>(hook: (input: Input) => Result, first: Input) {
  let result: Result | undefined;
  const Component = ({ input }: { input: Input }) => {
    result = hook(input);
    return null;
  };
  const parent = { childNodes: [], nodeType: 1, contains: () => true } as unknown as Element;
  const draw = async (input: Input) => {
    render(h(Component, { input }), parent);
    await settleHooks();
  };
  await draw(first);
  return {
    get result(): Result {
      return result as Result;
    },
    draw,
    end: async () => {
      render(null, parent);
      await settleHooks();
    },
  };
}
