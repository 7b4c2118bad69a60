import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFaultList, refuseFaults } from '../../../../core/foundation/fault-list.ts';
import { problemBody } from '../../../../core/foundation/problem-body.ts';
import { cutText, pointerStep } from '../../../../core/foundation/reported-text.ts';

const REQUEST_ID = '8f14e45f-ceea-467f-a8f6-0d2b9a1c7e55';

function bodyOf(details: readonly string[]) {
  const faults = createFaultList();
  for (const detail of details) faults.add(() => ({ pointer: '/x', code: 'c', detail }));
  const { code, options } = refuseFaults(faults);
  return problemBody(code, REQUEST_ID, 'https://cdn.example', options) as {
    errors: { detail: string }[];
    more?: number;
    detail: string;
  };
}

describe('a list of faults', () => {
  it('has room for a hundred in 64 KB of answer, whatever they say, and counts the others (errors.bounded)', () => {
    const anyDetail = fc.oneof(
      fc.string(),
      fc.nat(3_000).map((length) => '\u0001'.repeat(length)),
    );
    let cutByBytes = 0;
    fc.assert(
      fc.property(fc.array(anyDetail, { minLength: 2, maxLength: 250 }), (details) => {
        const body = bodyOf(details);
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(65_536);
        expect(body.errors.length).toBeLessThanOrEqual(100);
        expect(body.errors.length + (body.more ?? 0)).toBe(details.length);
        // the first ones, none left out between
        expect(body.errors.map(({ detail }) => detail)).toEqual(
          details.slice(0, body.errors.length),
        );
        if (body.more && body.errors.length < 100) cutByBytes += 1;
      }),
      // one that the bytes cut, whatever the others are
      { examples: [[Array<string>(100).fill('\u0001'.repeat(3_000))]] },
    );
    expect(cutByBytes).toBeGreaterThan(0);
  });

  it('describes no fault that it has no room for (security.linear-work)', () => {
    const faults = createFaultList();
    let described = 0;
    for (let at = 0; at < 10_000; at += 1) {
      faults.add(() => {
        described += 1;
        return { pointer: '', code: 'c', detail: 'd' };
      });
    }
    expect([described, faults.count, faults.reported.length]).toEqual([100, 10_000, 100]);
  });

  it('counts a single fault that has no room (errors.bounded)', () => {
    const body = bodyOf(['x'.repeat(100_000)]);
    expect(body).toMatchObject({ errors: [], more: 1, detail: '1 error was found.' });
  });

  it('adds up lists, those of them that tell too little as well (errors.bounded)', () => {
    const whole = createFaultList();
    for (const pointer of ['/a', '/b']) {
      const part = createFaultList();
      for (let at = 0; at < 150; at += 1) {
        part.add(() => ({ pointer: `/${at}`, code: 'c', detail: 'd' }));
      }
      whole.addAll(part, pointer);
    }
    expect([whole.count, whole.reported.length]).toEqual([300, 100]);
    expect(whole.reported.at(-1)?.pointer).toBe('/a/99');
  });
});

describe("a caller's words in an answer", () => {
  it('are whole code points up to the maximum, and an ellipsis if some are left out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (text, most) => {
          const points = [...text];
          const expected = points.length <= most ? text : `${points.slice(0, most).join('')}…`;
          expect(cutText(text, most)).toBe(expected);
        },
      ),
    );
  });

  it('are steps of a JSON Pointer by RFC 6901, the first 60 characters of them (errors.all-faults)', () => {
    expect(pointerStep('a/b~c')).toBe('/a~1b~0c');
    expect(pointerStep('~'.repeat(61))).toBe(`/${'~0'.repeat(60)}…`);
  });
});
