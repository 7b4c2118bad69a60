import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_PRIVATE_IMAGES } from '../../../lambdas/environment.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { privateImageKeyName } from '../../../lib/private-images/private-image-keys.ts';
import { functionsOf, rightsOf } from '../synth/support/rights.ts';
import {
  all,
  get,
  listAt,
  only,
  references,
  synthesize,
  type Template,
} from '../synth/support/template.ts';

function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

const [FIRST, SECOND] = [newPublicKey(), newPublicKey()];
const withKeys = (...keys: string[]) => synthesize({ privateImageKeys: keys.join(',') });
const [none, one, both, swapped] = [
  synthesize(),
  withKeys(FIRST),
  withKeys(FIRST, SECOND),
  withKeys(SECOND, FIRST),
];

const keysOf = (template: Template) => all(template, 'AWS::CloudFront::PublicKey');
const groupsOf = (template: Template) => all(template, 'AWS::CloudFront::KeyGroup');
const distributionOf = (template: Template) =>
  get(
    only(template, 'AWS::CloudFront::Distribution', 'DeliveryDistribution'),
    'Properties.DistributionConfig',
  );
const behavioursOf = (template: Template) => listAt(distributionOf(template), 'CacheBehaviors');
const privateOf = (template: Template) =>
  behavioursOf(template).filter((candidate) => get(candidate, 'PathPattern') === '/private/*');
const signerOf = (template: Template) => {
  const found = functionsOf(template).find(([name]) => name === 'apikeycalls');
  if (!found) throw new Error('no function has the calls with an API key');
  return found[1];
};
const variablesOf = (template: Template) =>
  get(signerOf(template), 'Properties.Environment.Variables') as Record<string, unknown>;

describe('a stack without keys of private images', () => {
  it('has no key, no group and no behaviour of them', () => {
    expect([keysOf(none), groupsOf(none), privateOf(none)]).toEqual([[], [], []]);
    expect(variablesOf(none).SIGNING_KEY_PAIR_ID).toBe(NO_PRIVATE_IMAGES);
    expect(rightsOf(none, signerOf(none)).flatMap(({ actions }) => actions)).not.toContain(
      'ssm:GetParameter',
    );
  });
});

describe('a stack with keys of private images', () => {
  it('trusts each of them, in one group', () => {
    const der = keysOf(both).map(([, { Properties }]) =>
      createPublicKey(String(get(Properties, 'PublicKeyConfig.EncodedKey')))
        .export({ type: 'spki', format: 'der' })
        .toString('base64'),
    );
    expect(der.sort()).toEqual([FIRST, SECOND].sort());
    const [[, group] = []] = groupsOf(both);
    const items = listAt(group, 'Properties.KeyGroupConfig.Items').flatMap(references);
    expect(items.sort()).toEqual(
      keysOf(both)
        .map(([id]) => id)
        .sort(),
    );
  });

  it('checks signatures of every path below /private, and of no other', () => {
    const [[group] = []] = groupsOf(one);
    const [behaviour, ...more] = privateOf(one);
    expect(more).toEqual([]);
    expect(listAt(behaviour, 'TrustedKeyGroups').flatMap(references)).toEqual([group]);
    const others = behavioursOf(one).filter((candidate) => candidate !== behaviour);
    for (const open of [get(distributionOf(one), 'DefaultCacheBehavior'), ...others]) {
      expect(listAt(open, 'TrustedKeyGroups')).toEqual([]);
    }
  });

  it('keeps its images as public ones, and its viewers for minutes only', () => {
    const [behaviour] = privateOf(one);
    const usual = get(distributionOf(one), 'DefaultCacheBehavior');
    for (const name of ['CachePolicyId', 'OriginRequestPolicyId', 'TargetOriginId']) {
      expect(get(behaviour, name)).toEqual(get(usual, name));
    }
    const events = listAt(behaviour, 'FunctionAssociations').map((association) => [
      get(association, 'EventType'),
      references(get(association, 'FunctionARN'))[0],
    ]);
    expect(events.map(([event]) => event)).toEqual(['viewer-request', 'viewer-response']);
    expect(events.map(([, id]) => id)).toEqual([
      expect.stringContaining('PrivateRequest'),
      expect.stringContaining('PrivateResponse'),
    ]);
  });

  it('signs with the first key, and reads no other', () => {
    const rights = (template: Template) =>
      rightsOf(template, signerOf(template))
        .filter(({ actions }) => actions.includes('ssm:GetParameter'))
        .flatMap(({ resources }) => resources);
    for (const [template, key] of [
      [both, FIRST],
      [swapped, SECOND],
    ] as const) {
      const name = privateImageKeyName(key);
      expect(rights(template)).toEqual([
        expect.stringMatching(new RegExp(`private-image-keys/${name}$`)),
      ]);
      const { SIGNING_KEY_PARAMETER, SIGNING_KEY_PAIR_ID } = variablesOf(template);
      expect(SIGNING_KEY_PARAMETER).toMatch(new RegExp(`/private-image-keys/${name}$`));
      const [id = ''] = references(SIGNING_KEY_PAIR_ID);
      expect(id).toContain(name);
    }
  });

  it('replaces no key when their order changes', () => {
    const bodies = (template: Template) => Object.fromEntries(keysOf(template));
    expect(bodies(swapped)).toEqual(bodies(both));
    expect(Object.keys(bodies(one)).every((id) => id in bodies(both))).toBe(true);
  });

  it('refuses wrong keys, a key twice and a third one', () => {
    const faultOf = (...keys: string[]) => {
      try {
        parseSettings({ privateImageKeys: keys });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faultOf(FIRST, SECOND)).toBe('');
    expect(faultOf('MIIB')).toContain('must be a public key from `admin private-keys create`');
    expect(faultOf(FIRST, FIRST)).toContain('must not repeat a key');
    expect(faultOf(FIRST, SECOND, newPublicKey())).toContain('at most 2 public keys');
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    expect(faultOf(small.export({ type: 'spki', format: 'der' }).toString('base64'))).toContain(
      'must be a public key',
    );
  });

  it('has no private part in its template', () => {
    expect(JSON.stringify(both)).not.toMatch(/PRIVATE KEY/);
  });
});
