import { type ChildProcess, fork } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import type { FunctionSettings } from './function-settings.ts';
import type { FromProcess, ProcessArguments, ToProcess } from './process-messages.ts';

export interface StreamedAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** What becomes of an invocation: its result, a failure of the function, or no process in time. */
export type Invoked<T> =
  | { readonly outcome: 'answered'; readonly answer: T }
  | { readonly outcome: 'failed'; readonly message: string }
  | { readonly outcome: 'busy' };

export interface FunctionPool {
  invoke(event: unknown, requestId: string): Promise<Invoked<unknown>>;
  invokeStreaming(event: unknown, requestId: string): Promise<Invoked<StreamedAnswer>>;
  /** Ends the processes; requests in flight are lost, so that a caller waits for them first. */
  stop(): Promise<void>;
}

export interface PoolOptions {
  readonly name: string;
  readonly settings: Omit<FunctionSettings, 'createHandler'>;
  readonly entry: string;
  readonly lockFile: string;
  readonly processSettings: unknown;
  readonly onPurge: (ids: readonly string[]) => void;
  readonly log: (line: string) => void;
}

type Role = 'light' | 'heavy';

interface Job {
  readonly id: number;
  readonly event: unknown;
  readonly requestId: string;
  readonly deadline: number;
  role: Role;
  body: PassThrough | undefined;
  worker: Worker | undefined;
  timer: NodeJS.Timeout | undefined;
  settle(outcome: Invoked<unknown>): void;
}

interface Worker {
  readonly child: ChildProcess;
  readonly role: Role;
  isReady: boolean;
  job: Job | undefined;
}

/** How long before the function's own wall a request that waits for a process is told to come again. */
const ANSWER_MARGIN_MS = 1_000;

class Pool implements FunctionPool {
  readonly options: PoolOptions;
  readonly workers = new Set<Worker>();
  readonly waiting: Job[] = [];
  nextId = 1;
  isStopped = false;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  invoke(event: unknown, requestId: string): Promise<Invoked<unknown>> {
    return new Promise((resolve) => {
      const deadline = Date.now() + this.options.settings.timeoutMs;
      const job: Job = {
        ...{ id: this.nextId, event, requestId, deadline, role: 'light' },
        ...{ body: undefined, worker: undefined, timer: undefined },
        settle: resolve,
      };
      this.nextId += 1;
      job.timer = setTimeout(
        () => this.expire(job),
        this.options.settings.timeoutMs - ANSWER_MARGIN_MS,
      );
      this.waiting.push(job);
      this.assign();
    });
  }

  async invokeStreaming(event: unknown, requestId: string): Promise<Invoked<StreamedAnswer>> {
    return (await this.invoke(event, requestId)) as Invoked<StreamedAnswer>;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const ends = [...this.workers].map(
      ({ child }) => new Promise((resolve) => child.once('exit', resolve)),
    );
    for (const { child } of this.workers) child.kill('SIGKILL');
    await Promise.all(ends);
  }

  /** Time is over for a job: where it waits it is refused, where it runs its process is the wall. */
  private expire(job: Job): void {
    if (!job.worker) {
      this.waiting.splice(this.waiting.indexOf(job), 1);
      job.settle({ outcome: 'busy' });
      return;
    }
    const { worker } = job;
    job.timer = setTimeout(() => {
      if (worker.job === job) worker.child.kill('SIGKILL');
    }, ANSWER_MARGIN_MS);
  }

  private assign(): void {
    for (const role of ['light', 'heavy'] as const) {
      const jobs = this.waiting.filter((job) => job.role === role);
      for (const job of jobs) {
        const idle = [...this.workers].find((one) => one.role === role && one.isReady && !one.job);
        if (!idle) break;
        this.run(job, idle);
      }
      this.startMissing(role);
    }
  }

  private startMissing(role: Role): void {
    if (this.isStopped) return;
    const { maxProcesses, maxHeavyProcesses = 0 } = this.options.settings;
    const most = role === 'light' ? maxProcesses : maxHeavyProcesses;
    const ours = [...this.workers].filter((one) => one.role === role);
    const starting = ours.filter((one) => !one.isReady).length;
    const wanted = this.waiting.filter((job) => job.role === role).length - starting;
    for (let i = 0; i < Math.min(wanted, most - ours.length); i += 1) this.start(role);
  }

  private start(role: Role): void {
    const { name, entry, lockFile, processSettings } = this.options;
    const args: ProcessArguments<unknown> = {
      ...{ functionName: name, role, lockFile, settings: processSettings },
    };
    const child = fork(entry, [JSON.stringify(args)], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const worker: Worker = { child, role, isReady: false, job: undefined };
    this.workers.add(worker);
    child.on('message', (message: FromProcess) => this.hear(worker, message));
    child.on('exit', (code, signal) => this.bury(worker, `ended by ${signal ?? `code ${code}`}`));
    child.on('error', (error) => this.options.log(`${name}: ${error.message}`));
  }

  private run(job: Job, worker: Worker): void {
    this.waiting.splice(this.waiting.indexOf(job), 1);
    job.worker = worker;
    worker.job = job;
    const { id, event, requestId, deadline } = job;
    const message: ToProcess = { type: 'invoke', id, event, requestId, deadline };
    worker.child.send(message, () => undefined); // a process that is just dying is buried by its exit
  }

  private hear(worker: Worker, message: FromProcess): void {
    if (message.type === 'ready') {
      worker.isReady = true;
      this.assign();
    } else if (message.type === 'purge') {
      this.options.onPurge(message.ids);
      worker.child.send({ type: 'purged', purge: message.purge } satisfies ToProcess);
    } else if (worker.job?.id === message.id) this.hearOf(worker, worker.job, message);
  }

  private hearOf(
    worker: Worker,
    job: Job,
    message: Exclude<FromProcess, { type: 'ready' | 'purge' }>,
  ): void {
    if (message.type === 'result') job.settle({ outcome: 'answered', answer: message.result });
    else if (message.type === 'failed') this.fail(job, message.message);
    else if (message.type === 'head') {
      job.body = new PassThrough();
      const { statusCode, headers } = message;
      job.settle({ outcome: 'answered', answer: { statusCode, headers, body: job.body } });
    } else if (message.type === 'chunk') job.body?.write(message.bytes);
    else {
      worker.job = undefined;
      if (message.type === 'hand-over') this.handOver(job);
      else this.finish(worker, job, message.mayStay);
      this.assign();
    }
  }

  private handOver(job: Job): void {
    job.worker = undefined;
    job.role = 'heavy';
    this.waiting.push(job);
  }

  private finish(worker: Worker, job: Job, mayStay: boolean): void {
    clearTimeout(job.timer);
    job.body?.end();
    if (mayStay) return;
    this.workers.delete(worker);
    worker.child.kill('SIGKILL');
  }

  private fail(job: Job, message: string): void {
    this.options.log(`${this.options.name}: ${message}`);
    job.body?.destroy(new Error('the function failed'));
    job.settle({ outcome: 'failed', message });
  }

  private bury(worker: Worker, how: string): void {
    this.workers.delete(worker);
    const { job } = worker;
    if (job) {
      clearTimeout(job.timer);
      this.fail(job, `a process ${how} with a request in flight`);
    }
    if (!this.isStopped) this.assign();
  }
}

/** Runs a function in processes of its own: one request at a time each, more of them as load asks, killed at the deadline. */
export function createFunctionPool(options: PoolOptions): FunctionPool {
  return new Pool(options);
}
