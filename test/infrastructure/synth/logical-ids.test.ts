import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, synthesize } from './support/template.ts';

const RECORDED = join(ROOT, 'test/infrastructure/synth/recorded-logical-ids.tsv');
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
const EVERYTHING = {
  events: 'on',
  alarmEmail: 'ops@example.com',
  cdnAccessLogs: 'standard',
  apiDomainName: 'api.example.com',
  apiCertificateArn: CERTIFICATE,
  cdnDomainNames: 'images.example.com',
  cdnCertificateArn: CERTIFICATE,
};

describe('the logical ids of a stack', () => {
  it('are those of deployed stacks: no table, bucket, queue or address is replaced by an upgrade', () => {
    const recorded = readFileSync(RECORDED, 'utf8').trim().split('\n');
    const types = new Set(recorded.map((line) => line.split('\t')[0]));
    const now = Object.entries(synthesize(EVERYTHING).Resources)
      .filter(([, { Type }]) => types.has(Type))
      .map(([id, { Type }]) => `${Type}\t${id}`);
    expect(recorded.filter((line) => !now.includes(line))).toEqual([]);
    // a resource that joins the stack is recorded, or the next upgrade may replace it
    expect(now.filter((line) => !recorded.includes(line))).toEqual([]);
  });
});
