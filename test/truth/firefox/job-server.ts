import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answerer } from '../oracle/serve-images.ts';
import type { AskedJob, JobResult } from '../page/page-jobs.ts';

/** The calls of one page, which asks for each and posts its result. */
export interface JobServer {
  readonly answers: Answerer;
  /** The path of a new page; all that the page before it still sends is refused. */
  nextPage(): string;
  /** Calls the page, one call at a time. Rejects with its error, or the one given to `reject`. */
  ask(call: AskedJob['call'], argument: unknown): Promise<unknown>;
  /** Ends the call that waits, if there is one. */
  reject(error: Error): void;
}

/** The cause of the error of a call whose page or browser is gone. */
export const GONE = 'gone';

/** The error of such a call. */
export const goneError = (part: 'page' | 'browser') =>
  new Error(`the ${part} has ended`, { cause: GONE });

interface Waiting {
  readonly job: AskedJob;
  readonly settle: PromiseWithResolvers<unknown>;
}

const PATH = /^\/page-(\d+)(?:\/(next|result|alive))?$/;

/** Serves the page that runs `script`, and its jobs. */
export function createJobServer(script: string): JobServer {
  const head = '<!doctype html><meta charset="utf-8"><title>truth</title>';
  const html = `${head}<script>${script}</script>`;
  let page = 0;
  let jobs = 0;
  let waiting: Waiting | undefined;
  let idle: ServerResponse | undefined;

  function end(finish: (settle: Waiting['settle']) => void): void {
    const { settle } = waiting ?? {};
    waiting = undefined;
    if (settle) finish(settle);
  }
  const reject = (error: Error) => end((settle) => settle.reject(error));

  function send(): void {
    if (!waiting || !idle) return;
    idle.setHeader('Content-Type', 'application/json');
    idle.end(JSON.stringify(waiting.job));
    idle = undefined;
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, result, error }: JobResult = JSON.parse(await text(request));
    response.end();
    if (id !== waiting?.job.id) return;
    if (error === undefined) end((settle) => settle.resolve(result));
    else reject(new Error(error));
  }

  const routes: Readonly<Record<string, (from: IncomingMessage, to: ServerResponse) => void>> = {
    next: (_, response) => {
      idle = response;
      send();
    },
    result: (request, response) => {
      take(request, response).catch(reject);
    },
    alive: (_, response) => {
      const own = page;
      response.on('close', () => own === page && reject(goneError('page')));
      // a browser gives up a response whose headers it waits for
      response.writeHead(200).flushHeaders();
    },
  };

  return {
    answers(request, response) {
      const [, number, name] = PATH.exec(request.url ?? '') ?? [];
      if (number === undefined) return false;
      if (Number(number) !== page) response.writeHead(410).end();
      else if (name !== undefined) routes[name]?.(request, response);
      else response.setHeader('Content-Type', 'text/html').end(html);
      return true;
    },
    nextPage() {
      page += 1;
      idle = undefined;
      return `/page-${page}`;
    },
    ask(call, argument) {
      jobs += 1;
      const settle = Promise.withResolvers<unknown>();
      waiting = { job: { id: jobs, call, argument }, settle };
      send();
      return settle.promise;
    },
    reject,
  };
}
