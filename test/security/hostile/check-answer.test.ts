import { describe, expect, it } from 'vitest';
import { checkAnswer, checkMutant } from '../../support/hostile/check-answer.ts';
import type { Answer } from '../../support/http/client.ts';
import { riffChunk, webpOf } from '../../support/images/make-webp.ts';

function answerOf(status: number, text = '', headers: Record<string, string> = {}): Answer {
  const bytes = Buffer.from(text);
  const json = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status, headers: new Headers(headers), bytes, json };
}

const validate = (answer: Answer | undefined, ms = 10) =>
  checkAnswer({ answer, fault: answer ? undefined : 'reset', ms });

describe('the checks of hostile runs', () => {
  it('lets a success, a refusal and a busy answer that says when pass', () => {
    const busy = answerOf(503, '{"code":"busy"}', { 'Retry-After': '5' });
    expect(
      [answerOf(200, 'pixels'), answerOf(422), busy].flatMap((entry) => validate(entry)),
    ).toEqual([]);
  });

  it('takes no other 5xx, not even 503', () => {
    const retryAfter = { 'Retry-After': '5' };
    const silent = answerOf(503, '{"code":"busy"}');
    const other = answerOf(503, '{"code":"internal_error"}', retryAfter);
    for (const answer of [silent, other, answerOf(500), answerOf(502, '', retryAfter)]) {
      expect(validate(answer)).toHaveLength(1);
    }
  });

  it('takes no answer after 15 s, and not none', () => {
    expect(validate(answerOf(200), 15_001)).toEqual(['took 15001 ms']);
    expect(validate(undefined)).toEqual(['no answer: reset']);
  });

  it('passes over the coded pixels of a lossless mutant, and over nothing else of it', () => {
    const served = (type: string) => {
      const webp = webpOf(riffChunk(type, 'xxCANARYxx'));
      return checkMutant({
        answer: answerOf(200, webp.toString('latin1')),
        fault: undefined,
        ms: 1,
      });
    };
    expect(served('VP8L')).toEqual([]);
    expect(served('XMP ')).toEqual(['200 serves CANARY']);
  });

  it('sees a canary in a served body', () => {
    expect(validate(answerOf(200, 'xxCANARYxx'))).toEqual(['200 serves CANARY']);
  });
});
