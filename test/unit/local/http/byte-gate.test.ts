import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createByteGate, type GateShare } from '../../../../local/http/byte-gate.ts';

/** Takes, and tells whether it was let in. */
function take(share: GateShare, bytes: number) {
  const taken = { isIn: false };
  void share.take(bytes).then(() => {
    taken.isIn = true;
  });
  return taken;
}

describe('the gate of bodies', () => {
  it('lets in what fits, and then one that passes the bound, and no other', async () => {
    const gate = createByteGate(100);
    const shares = Array.from({ length: 4 }, () => gate.open());
    const [first, second, third, fourth] = shares.map((share) => take(share, 60));
    await turn();
    expect([first, second, third, fourth].map((entry) => entry?.isIn)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    shares[1]?.leave();
    await turn();
    expect([third, fourth].map((entry) => entry?.isIn)).toEqual([true, false]);
    shares[0]?.leave();
    await turn();
    expect(fourth?.isIn).toBe(true);
  });

  it('never lets bodies that each hold a part wait for each other', async () => {
    const gate = createByteGate(100);
    const ended: number[] = [];
    const bodies = Array.from({ length: 10 }, async (_, at) => {
      const share = gate.open();
      for (let piece = 0; piece < 5; piece += 1) await share.take(10);
      ended.push(at);
      share.leave();
    });
    await Promise.all(bodies);
    expect(ended).toHaveLength(10);
  });

  it('passes over who left while waiting', async () => {
    const gate = createByteGate(100);
    const [full, over, gone, last] = [gate.open(), gate.open(), gate.open(), gate.open()];
    await full.take(100);
    await over.take(1);
    const [remaining, next] = [take(gone, 50), take(last, 50)];
    await turn();
    expect([remaining.isIn, next.isIn]).toEqual([false, false]);
    gone.leave(); // and is waked, to see that its client is gone
    await turn();
    expect([remaining.isIn, next.isIn]).toEqual([true, false]);
    full.leave();
    await turn();
    expect(next.isIn).toBe(true);
    await gone.take(1_000); // of who left nothing is counted
    over.leave();
    last.leave();
    expect(take(gate.open(), 100)).toBeDefined();
  });

  it('gives back the bytes of a body once, however often it is left', async () => {
    const gate = createByteGate(100);
    for (let round = 0; round < 50; round += 1) {
      const share = gate.open();
      await share.take(70);
      await share.take(30);
      share.leave();
      share.leave();
    }
    const [first, other, third] = [gate.open(), gate.open(), gate.open()];
    await first.take(100);
    await other.take(1);
    const waits = take(third, 1);
    await turn();
    expect(waits.isIn).toBe(false);
  });
});
