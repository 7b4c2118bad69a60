import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../../core/images/body-of.ts';
import { readWhole } from '../../../../core/use-cases/delivery/read-stored-object.ts';

const piece = (value: number) => new Uint8Array(70_000).fill(value);

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

describe('an object that is read whole', () => {
  it('gives the memory of its pieces back, which the garbage collector would count', async () => {
    const pieces = [piece(1), piece(2), piece(3)];
    const whole = await readWhole({ bytes: 210_000, body: inTurn(pieces) });
    expect(Buffer.concat([piece(1), piece(2), piece(3)]).compare(whole)).toBe(0);
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
  });

  it('keeps the memory of pieces that share it with others', async () => {
    const shared = new Uint8Array(Buffer.concat([piece(4), piece(5)]));
    const pieces = [shared.subarray(0, 70_000), shared.subarray(70_000)];
    const whole = await readWhole({ bytes: 140_000, body: inTurn(pieces) });
    expect(Buffer.from(shared).compare(whole)).toBe(0);
    expect(shared.byteLength).toBe(140_000);
  });

  it('is the piece itself if there is one alone', async () => {
    const alone = piece(6);
    expect(await readWhole({ bytes: alone.length, body: bodyOf(alone) })).toBe(alone);
    expect(alone.byteLength).toBe(70_000);
  });
});
