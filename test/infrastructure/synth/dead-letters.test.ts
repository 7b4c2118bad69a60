import { describe, expect, it } from 'vitest';
import { synthesize } from './support/template.ts';

describe('the queues of a stack', () => {
  it.each([[{}], [{ events: 'on' }]])(
    'give up to one of dead letters, or are one and called so, by which the operator finds them: %j',
    (context) => {
      const queues = Object.entries(synthesize(context).Resources).filter(
        ([, { Type }]) => Type === 'AWS::SQS::Queue',
      );
      const isDead = queues.map(([id]) => [id, /Dead[A-Z]/.test(id)]);
      const givesUp = queues.map(([id, { Properties }]) => [id, !Properties.RedrivePolicy]);
      expect(queues.length).toBeGreaterThan(4);
      expect(isDead).toEqual(givesUp);
    },
  );
});
