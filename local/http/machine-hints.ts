import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LIMITS } from '../../core/foundation/limits.ts';
import { cutText } from '../../core/foundation/reported-text.ts';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import { MACHINE_HINT_HEADER } from '../../lambdas/http/problem-response.ts';
import type { HttpAnswer } from './http-answer.ts';
import { isOfThisMachine } from './of-this-machine.ts';

/** Whether a service is known by names of this machine alone, so that no proxy is before it. */
export function isOwnAddress(urls: readonly string[]): boolean {
  return urls.every((url) => isLoopbackHost(URL.parse(url)?.host ?? ''));
}

async function bytesOf({ body }: HttpAnswer): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : buffer(body);
}

async function withHint<Answer extends HttpAnswer>(answer: Answer, hint: string): Promise<Answer> {
  const bytes = await bytesOf(answer);
  if (bytes.length === 0) return { ...answer, body: bytes }; // of a HEAD
  const problem = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const body = Buffer.from(
    JSON.stringify({ ...problem, hint: cutText(hint, LIMITS.maxDetailLength) }),
  );
  const lengths = Object.keys(answer.headers).filter((name) => /^content-length$/i.test(name));
  const changed = Object.fromEntries(lengths.map((name) => [name, String(body.length)]));
  return { ...answer, headers: { ...answer.headers, ...changed }, body };
}

/**
 * Gives a problem the hint for this machine where the request is of this machine (decision 37).
 * Other answers lose it (errors.operator-hints). A proxy may hide its headers, so a service with
 * another address never gives it.
 */
export function giveMachineHint<Answer extends HttpAnswer>(
  request: IncomingMessage,
  answer: Answer,
  hasOwnAddress: boolean,
): Answer | Promise<Answer> {
  // nearly every answer: its headers aren't copied
  if (answer.headers[MACHINE_HINT_HEADER] === undefined) return answer;
  const { [MACHINE_HINT_HEADER]: hint, ...headers } = answer.headers;
  const plain = { ...answer, headers };
  if (!hasOwnAddress || !isOfThisMachine(request)) return plain;
  return withHint(plain, decodeURIComponent(String(hint)));
}
