import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSelection } from '../../../../console/src/screens/gallery/selection.ts';
import { useResource } from '../../../../console/src/state/resource.ts';
import { runHook, settleHooks } from './support/run-hook.ts';
import { stubBrowser } from './support/stub-browser.ts';

beforeEach(() => void stubBrowser());
afterEach(() => vi.unstubAllGlobals());

interface Load {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly answer: (value: string) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

async function startResource(first: string) {
  const loads: Load[] = [];
  const hook = (key: string) =>
    useResource(
      key,
      (signal) =>
        new Promise<string>((resolve, reject) => {
          const after = settleHooks;
          loads.push({
            key,
            signal,
            answer: (value) => {
              resolve(value);
              return after();
            },
            fail: (error) => {
              reject(error);
              return after();
            },
          });
        }),
    );
  return { loads, hook: await runHook(hook, first) };
}

describe('a resource of a screen', () => {
  it('loads, and has the data', async () => {
    const { loads, hook } = await startResource('a');
    expect(hook.result).toMatchObject({ data: undefined, isLoading: true, isSlow: false });
    await loads[0]?.answer('A');
    expect(hook.result).toMatchObject({ data: 'A', fault: undefined, isLoading: false });
    await hook.end();
  });

  it.each(['former first', 'latter first'])(
    'shows the answer of the key that it has, whichever comes first: %s',
    async (order) => {
      const { loads, hook } = await startResource('a');
      await hook.draw('b');
      expect(loads.map(({ key, signal }) => [key, signal.aborted])).toEqual([
        ['a', true],
        ['b', false],
      ]);
      const answers = [() => loads[0]?.answer('A'), () => loads[1]?.answer('B')];
      for (const answer of order === 'former first' ? answers : answers.reverse()) await answer();
      expect(hook.result).toMatchObject({ data: 'B', isLoading: false });
      await hook.end();
    },
  );

  it('shows nothing of a former key while the next one loads', async () => {
    const { loads, hook } = await startResource('a');
    await loads[0]?.answer('A');
    await hook.draw('b');
    expect(hook.result).toMatchObject({ data: undefined, isLoading: true });
    await hook.end();
  });

  it('keeps its data while it is read again, and after a fault', async () => {
    const { loads, hook } = await startResource('a');
    await loads[0]?.answer('A');
    hook.result.reload();
    await settleHooks();
    expect(hook.result).toMatchObject({ data: 'A', isLoading: true });
    const fault = new Error('no answer');
    await loads[1]?.fail(fault);
    expect(hook.result).toMatchObject({ data: 'A', fault, isLoading: false });
    hook.result.reload();
    await settleHooks();
    await loads[2]?.answer('A2');
    expect(hook.result).toMatchObject({ data: 'A2', fault: undefined });
    await hook.end();
  });

  it('is stopped when its screen goes', async () => {
    const { loads, hook } = await startResource('a');
    await hook.end();
    expect(loads[0]?.signal.aborted).toBe(true);
  });
});

describe('the chosen images of a gallery', () => {
  const images = (...ids: string[]) => ids.map((imageId) => ({ imageId })) as never;
  const start = () => runHook(useSelection, images('a', 'b', 'c', 'd', 'e'));
  type Started = Awaited<ReturnType<typeof start>>;
  const act = async ({ result }: Started, change: (selection: Started['result']) => void) => {
    change(result);
    await settleHooks();
  };
  const chosen = ({ result }: Started) => [...result.ids].sort().join('');

  it('are chosen and let go one by one, in a range from the last that was touched, or all', async () => {
    const hook = await start();
    await act(hook, (one) => one.toggle(1));
    await act(hook, (one) => one.extendTo(3));
    expect(chosen(hook)).toBe('bcd');
    await act(hook, (one) => one.toggle(2));
    expect(chosen(hook)).toBe('bd');
    await act(hook, (one) => one.extendTo(0));
    expect(chosen(hook)).toBe('abcd');
    await act(hook, (one) => one.chooseAll());
    expect(chosen(hook)).toBe('abcde');
    await act(hook, (one) => one.clear());
    expect(chosen(hook)).toBe('');
    await act(hook, (one) => one.toggle(5));
    expect(chosen(hook)).toBe('');
  });

  it('are without those that are gone', async () => {
    const hook = await start();
    await act(hook, (one) => one.chooseAll());
    await hook.draw(images('b', 'e', 'f'));
    expect(chosen(hook)).toBe('be');
    await act(hook, (one) => one.toggle(2));
    expect(chosen(hook)).toBe('bef');
  });
});
