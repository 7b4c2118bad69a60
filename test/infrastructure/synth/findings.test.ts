import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it, vi } from 'vitest';
import { ACKNOWLEDGED } from '../../../lib/acknowledge-findings.ts';
import { createStack } from './support/template.ts';

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
