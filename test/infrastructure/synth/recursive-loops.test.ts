import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../lib/functions.ts';
import { checkRecursiveLoops } from './support/function-checks.ts';
import { functionsOf } from './support/rights.ts';
import { allow, idOf, type Spoil, setFunction } from './support/spoil.ts';
import { synthesize, type Template } from './support/template.ts';

const off = synthesize();
const on = synthesize({ events: 'on' });
const allowing = (template: Template) =>
  functionsOf(template)
    .filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow')
    .map(([name]) => name)
    .sort();

const sendToRenders: Spoil = (spoiled) => {
  const id = idOf(spoiled, 'AWS::SQS::Queue', 'QueuedRendersQueue');
  allow('renderqueued', 'sqs:SendMessage', { 'Fn::GetAtt': [id, 'Arn'] })(spoiled);
};
/**
 * Over another function: the worker of renders queues purges, and the worker of purges queues
 * renders.
 */
const sendCrosswise: Spoil = (spoiled) => {
  const arn = (name: string) => ({
    'Fn::GetAtt': [idOf(spoiled, 'AWS::SQS::Queue', name), 'Arn'],
  });
  allow('renderqueued', 'sqs:SendMessage', arn('PurgeQueue'))(spoiled);
  allow('purgeimage', 'sqs:SendMessage', arn('QueuedRendersQueue'))(spoiled);
};
const SPOILS: Readonly<Record<string, readonly [Spoil, string]>> = {
  'webhooks that end after 16 runs': [
    setFunction('deliverwebhooks', 'Properties.RecursiveLoop', undefined),
    'deliverwebhooks: undefined',
  ],
  'purges that do': [
    setFunction('purgeimage', 'Properties.RecursiveLoop', 'Terminate'),
    'purgeimage: Terminate',
  ],
  'one that needs none': [
    setFunction('renderimage', 'Properties.RecursiveLoop', 'Allow'),
    'renderimage: Allow',
  ],
  'a new loop': [sendToRenders, 'renderqueued: undefined'],
  'a new loop over another function': [sendCrosswise, 'renderqueued: undefined'],
};

describe('functions that queue work for themselves', () => {
  it('are the deliveries of webhooks and the purge, and these alone may run more than 16 times in a chain', () => {
    expect(checkRecursiveLoops(off)).toEqual([]);
    expect(checkRecursiveLoops(on)).toEqual([]);
    expect(allowing(off)).toEqual(['purgeimage']);
    expect(allowing(on)).toEqual(['deliverwebhooks', 'purgeimage']);
  });

  it('say how many runs a chain has at most, and how long it takes', () => {
    expect(FUNCTIONS['deliver-webhooks'].chain).toEqual({
      maxRuns: 305,
      maxMs: ((75 * 60 + 35) * 60 + 5) * 1_000,
    });
    expect(FUNCTIONS['purge-image'].chain.maxRuns).toBe(240);
  });

  it.each(Object.entries(SPOILS))('a stack that is spoiled is told: %s', (_, [spoil, told]) => {
    const spoiled = structuredClone(on);
    spoil(spoiled);
    expect(checkRecursiveLoops(spoiled)).toEqual([told]);
  });
});
