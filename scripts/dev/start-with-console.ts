/**
 * The service with the console of Vite in place of the built one. Its pages come without the policy
 * of the console, which permits no script of another origin.
 */
import { type IncomingMessage, request, Server, type ServerResponse } from 'node:http';

const { IMAGEWELL_DEV_CONSOLE: consoleUrl = '' } = process.env;

/** The path of a page of the console, or of one of its sources; undefined: the service answers. */
function pathAtVite({ method, url = '', headers }: IncomingMessage): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (method !== 'GET' || !/^\/(console(\/|$)|$)/.test(path)) return undefined;
  const isPage = /\btext\/html\b/.test(headers.accept ?? '') && !/\.\w+$/.test(path);
  if (isPage) return '/console/index.html';
  return /^\/console\/(@|src\/|styles\/|pictures\/)/.test(path) ? url : undefined;
}

function answerByVite(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const asked = request(new URL(path, consoleUrl), { headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.on('error', (error) => response.destroy(error)).end();
}

// before the service's own listener: it sees no request that Vite answers
const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  const [asked, response] = args as [IncomingMessage, ServerResponse];
  const path = event === 'request' ? pathAtVite(asked) : undefined;
  if (path === undefined) return Reflect.apply(emit, this, [event, ...args]);
  answerByVite(path, asked, response);
  return true;
};

await import('../../bin/start.ts');
