/**
 * Chooses the next of the waiting tasks; `running` is the index of the latest one, -1 if it doesn't
 * wait.
 */
export type Choose = (waiting: readonly string[], running: number) => number;

interface Waiting {
  readonly task: string;
  readonly go: () => void;
}

export interface Scheduler {
  /** The same port, each call of which waits to be let go on. */
  gate<Port extends object>(task: string, port: Port): Port;
  /** Waits to be let go on, as a call of a port does. */
  wait(task: string): Promise<void>;
  /**
   * Runs tasks to their ends, one step of one of them at a time; rejects where one does, or none
   * can go on.
   */
  run(tasks: readonly Promise<unknown>[]): Promise<void>;
  /** Steps that were let go so far. */
  steps(): number;
}

const MAX_IDLE_TURNS = 2_000;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs tasks over shared ports in an order that `choose` decides. Exactly one call of a port is in
 * progress at any time, and the same choices give the same run. `passTime` is called when all tasks
 * wait for time to pass.
 */
export function createScheduler(choose: Choose, passTime: () => Promise<void>): Scheduler {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let steps = 0;
  let last = '';
  const wait = (task: string) => new Promise<void>((go) => void waiting.push({ task, go }));
  const settle = async () => {
    do await turn();
    while (underWay > 0);
    await turn(); // the consequences of the last answer
  };
  const letOneGo = () => {
    waiting.sort((a, b) => (a.task < b.task ? -1 : Number(a.task > b.task)));
    const names = waiting.map(({ task }) => task);
    const [next] = waiting.splice(choose(names, names.indexOf(last)), 1);
    if (!next) throw new Error('there is no such choice');
    last = next.task;
    steps += 1;
    next.go();
  };
  const gate = <Port extends object>(task: string, port: Port): Port => {
    const gated = Object.entries(port).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        await wait(task);
        underWay += 1;
        try {
          return await call(...args);
        } finally {
          underWay -= 1;
        }
      },
    ]);
    return Object.fromEntries(gated) as Port;
  };
  const run = async (tasks: readonly Promise<unknown>[]) => {
    let isDone = false;
    const all = Promise.all(tasks).finally(() => {
      isDone = true;
    });
    all.catch(() => undefined);
    for (let idle = 0; ; ) {
      await settle();
      if (isDone) return void (await all);
      if (waiting.length > 0) letOneGo();
      else if (++idle > MAX_IDLE_TURNS) throw new Error('nobody can go on');
      else await passTime();
    }
  };
  return { gate, wait, run, steps: () => steps };
}
