import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_KEYS } from '../../lib/quotas/stage-parts.ts';
import { SETTINGS } from '../../lib/settings.ts';
import { synthesize } from '../infrastructure/synth/support/template.ts';

const text = readFileSync('docs/deploy.md', 'utf8');

/** The stack with everything that a setting adds. */
const FULL = {
  privateImageKeys: EXAMPLE_KEYS,
  apiDomainName: 'api.example.com',
  apiCertificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/a',
  cdnDomainNames: 'cdn.example.com',
  cdnCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
  apiWafAclArn: 'arn:aws:wafv2:eu-west-1:111122223333:regional/webacl/a/b',
  alarmEmail: 'ops@example.com',
  events: 'on',
};
/** Only a deploy for a known region has it, which no template of a test is. */
const OF_THE_COMMAND_LINE = 'CDK::Metadata';

function typesInTable(): string[] {
  const [, section = ''] = text.split('## Risks of each type of resource');
  const [table = ''] = section.split('\n## ');
  const firsts = table.split('\n').map((line) => line.split('|')[1] ?? '');
  return firsts.flatMap((cell) => [...cell.matchAll(/`(\w+::\w+)`/g)].map(([, type = '']) => type));
}

describe('docs/deploy.md', () => {
  it.each(SETTINGS)('describes the setting $name, in the generated table', ({ name }) => {
    const [, part = ''] = /<!-- settings[^>]*-->(.*)<!-- \/settings -->/s.exec(text) ?? [];
    expect(part).toContain(`| \`${name}\` |`);
  });

  it('names every type of resource in the template once, and no other', () => {
    const types = Object.values(synthesize(FULL).Resources).map(({ Type }) =>
      Type.replace(/^AWS::/, ''),
    );
    const wanted = new Set([...types, OF_THE_COMMAND_LINE]);
    expect(typesInTable().sort()).toEqual([...wanted].sort());
  });

  it('names only commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
  });
});
