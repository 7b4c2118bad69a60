import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalValues } from './support/literal-values.ts';
import { ROOT, synthesize } from './support/template.ts';

const REVIEWED = join(ROOT, 'test/infrastructure/synth/support/reviewed-values.tsv');
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
/** Every optional resource stands in the template. */
const EVERYTHING = {
  events: 'on',
  rekognition: 'on',
  tellIgnored: 'on',
  cdnAccessLogs: 'standard',
  alarmEmail: 'ops@example.com',
  apiDomainName: 'api.example.com',
  apiCertificateArn: CERTIFICATE,
  cdnDomainNames: 'images.example.com',
  cdnCertificateArn: CERTIFICATE,
  originShieldRegion: 'us-east-1',
  reservedConcurrency: '20',
};

describe('the values of the template', () => {
  it('are the reviewed ones: lifetimes, retentions, timeouts, sizes, thresholds, switches (security.logs-and-alarms)', () => {
    const reviewed = readFileSync(REVIEWED, 'utf8').trimEnd().split('\n');
    const now = literalValues(synthesize(EVERYTHING));
    expect(now.length).toBeGreaterThan(400);
    expect({
      missing: reviewed.filter((line) => !now.includes(line)),
      notReviewed: now.filter((line) => !reviewed.includes(line)),
    }).toEqual({ missing: [], notReviewed: [] });
  });
});
