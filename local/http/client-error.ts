import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../../adapters/https/node-http.ts';
import type { ProblemCode } from '../../core/foundation/problems.ts';
import type { PlainAnswer, ProblemAnswer } from './problem-answer.ts';

/** By the codes of Node's HTTP server; whatever else its parser refuses is a bad request. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function textOf({ statusCode, headers, body }: PlainAnswer): string {
  const all = { ...headers, 'Content-Length': String(body.length), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body.toString()}`;
}

/**
 * Whether an answer is on its way on this connection already: nothing can be said there any more.
 */
function hasAnswerUnderWay(socket: Duplex): boolean {
  const { _httpMessage: message } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return message?.headersSent ?? false;
}

/**
 * Answers what never became a request, as every other refusal is answered, and ends the connection:
 * its `clientError` event.
 */
export function answerClientError(
  problemAnswer: ProblemAnswer,
  error: NodeJS.ErrnoException,
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''] ?? 'bad_request';
  socket.write(textOf(problemAnswer(code, randomUUID())));
  (socket as Socket).destroySoon();
}
