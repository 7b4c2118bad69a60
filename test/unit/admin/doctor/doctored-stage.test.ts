import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stagesBelow } from '../../../../admin/doctor/run-clone-doctor.ts';
import { findNoStage } from '../../../../admin/doctor/run-doctor.ts';

const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'imagewell-doctor-'));
  mkdirSync(join(root, 'settings'));
  const prod = { alarmEmail: 'ops@example.com' };
  writeFileSync(join(root, 'settings/prod.json'), JSON.stringify(prod));
  writeFileSync(join(root, 'settings/trial.json'), JSON.stringify({ heic: 'on' }));
  writeFileSync(join(root, 'settings/broken.json'), '{');
  writeFileSync(join(root, 'cdk.json'), JSON.stringify({ context: { [QUALIFIER]: 'shop1' } }));
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the stage of a doctor in a clone', () => {
  const find = (...options: Parameters<ReturnType<typeof stagesBelow>>) =>
    stagesBelow(root)(...options);

  it('is prod with its settings file, and the qualifier of cdk.json', () => {
    const found = find({}, 'eu-west-1');
    expect(found?.own.name).toBe('imagewell');
    expect(found?.context[QUALIFIER]).toBe('shop1');
    expect(found?.stage.read).toMatchObject({
      settings: { alarmEmail: 'ops@example.com' },
      path: 'settings/prod.json',
    });
  });

  it('is the one of --stage, with the values of -c before those of the file', () => {
    const context = { heic: 'off', [QUALIFIER]: 'mine' };
    const found = find({ stage: 'trial', context }, 'eu-west-1');
    expect(found?.own.name).toBe('imagewell-trial');
    expect(found?.context[QUALIFIER]).toBe('mine');
    expect(found?.stage.read).toMatchObject({ settings: { stage: 'trial', heic: 'off' } });
  });

  it('keeps every fault of its settings as a finding', () => {
    const context = { heic: 'perhaps', stge: 'x' };
    const read = find({ stage: 'trial', context }, 'eu-west-1')?.stage.read;
    expect(read).toEqual({
      faults: [
        expect.stringMatching(/^heic: /),
        expect.stringMatching(/^stge: is not a setting; did you mean stage\?/),
      ],
    });
    expect(find({ stage: 'broken' }, undefined)?.stage.read).toEqual({
      faults: [expect.stringMatching(/broken\.json is not JSON/)],
    });
  });

  it('is none for --stack, which no other option can accompany', () => {
    expect(find({ stack: 'shop' }, 'eu-west-1')).toBeUndefined();
    expect(() => find({ stack: 'shop', stage: 'trial' }, 'eu-west-1')).toThrow(/--stage/);
    expect(() => find({ stack: 'shop', context: { heic: 'on' } }, 'eu-west-1')).toThrow(/--stage/);
  });
});

describe('the stage of a doctor in the package', () => {
  it('is none, and an option that needs a clone is refused in words', () => {
    expect(findNoStage({ context: { [QUALIFIER]: 'mine' } }, 'eu-west-1')).toBeUndefined();
    expect(() => findNoStage({ stage: 'trial' }, 'eu-west-1')).toThrow(/--stage works in a clone/);
    expect(() => findNoStage({ context: { heic: 'on' } }, 'eu-west-1')).toThrow(/-c heic works/);
  });
});
