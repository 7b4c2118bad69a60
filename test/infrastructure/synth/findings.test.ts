import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it, vi } from 'vitest';
import { ACKNOWLEDGED } from '../../../lib/acknowledge-findings.ts';
import { checkoutAssets } from '../../../lib/assets/checkout-assets.ts';
import { provideSharp } from '../../../lib/constructs/sharp-layer.ts';
import { TARGETS } from '../../../lib/target.ts';
import { createStack, ROOT } from './support/template.ts';

function createCheckedStack() {
  const stack = createStack();
  Validations.of(stack.app).addPlugins(
    new AwsSolutionsChecks(stack.app),
    new ServerlessChecks(stack.app),
  );
  return stack;
}

describe('cdk-nag', () => {
  it('fails the synth on a finding that is not acknowledged', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { app, stack, remove } = createCheckedStack();
    new Bucket(stack, 'Open');
    expect(() => app.synth()).toThrow(/AwsSolutions-S1/);
    written.mockRestore();
    logged.mockRestore();
    remove();
  });

  it('every acknowledgement has its reason, and none is for the whole stack', () => {
    for (const { at, ids, reason } of ACKNOWLEDGED) {
      expect(reason.length).toBeGreaterThan(20);
      expect(ids.length * at.length).toBeGreaterThan(0);
      expect(at).not.toContain('');
    }
  });
});

describe('the layer of sharp', () => {
  it('names the command that builds it where it is missing', () => {
    const { stack, remove } = createStack();
    const assets = checkoutAssets(ROOT, '/nowhere');
    for (const target of Object.values(TARGETS)) {
      const props = { assets, target };
      expect(() => provideSharp(stack, props)).toThrow('npm run build:layer');
    }
    remove();
  });
});
