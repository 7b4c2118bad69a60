import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareSettings,
  describeMistakenChanges,
  findDeviations,
  readDeployedSettings,
  settingsOutputs,
} from '../../../lib/deployed-settings.ts';
import { parseSettings } from '../../../lib/parse-settings.ts';
import { SETTINGS } from '../../../lib/settings.ts';
import { get, synthesize } from './support/template.ts';

const ISSUER = {
  tokenIssuer: 'https://issuer.example',
  tokenKeysUrl: 'https://issuer.example/jwks',
  tokenAudiences: 'imagewell',
};
/** The outputs of a stack with these settings. */
const deployedAs = (context: Record<string, unknown>) => {
  const outputs = settingsOutputs(parseSettings(context));
  return readDeployedSettings((name) => outputs[name]);
};
const refusedOf = (previous: Record<string, unknown>, current: Record<string, unknown>) =>
  compareSettings(deployedAs(previous), parseSettings(current))
    .filter(({ isRefused }) => isRefused)
    .map(({ name }) => name);

describe('the settings that a stack was deployed with', () => {
  it('are outputs of it: those that aren’t the default', () => {
    const { Outputs } = synthesize({ ...ISSUER, signUp: undefined, logRetentionDays: '7' });
    expect(JSON.parse(get(Outputs, 'Settings.Value') as string)).toEqual({
      ...ISSUER,
      tokenAudiences: ['imagewell'],
      logRetentionDays: 7,
    });
    expect(get(synthesize().Outputs, 'Settings.Value')).toBe('{}');
  });

  it('are read back whole, however long they are', () => {
    const label = fc.stringMatching(/^[a-z]{4,60}$/);
    const domains = fc.uniqueArray(label, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(domains, fc.string({ maxLength: 30 }), (names, planName) => {
        const settings = {
          ...parseSettings({}),
          formerCdnHosts: names.map((name) => `${name}.example.com`),
          alarmEmail: `${planName}ü👍@example.com`,
        };
        const outputs = settingsOutputs(settings);
        for (const value of Object.values(outputs)) {
          expect(Buffer.byteLength(value)).toBeLessThanOrEqual(1_000);
        }
        const { deviations, isWhole } = readDeployedSettings((name) => outputs[name]);
        expect({ deviations, isWhole }).toEqual({
          deviations: findDeviations(settings),
          isWhole: true,
        });
      }),
    );
  });

  it('are compared with those of a deploy: losses, and changes of the issuer that would change every identity', () => {
    expect(refusedOf(ISSUER, {})).toEqual(['tokenAudiences', 'tokenIssuer', 'tokenKeysUrl']);
    expect(refusedOf({}, ISSUER)).toEqual(['tokenAudiences', 'tokenIssuer', 'tokenKeysUrl']);
    expect(refusedOf({ signInMfa: 'required' }, {})).toEqual(['signInMfa']);
    expect(refusedOf({ removalPolicy: 'destroy' }, {})).toEqual(['removalPolicy']);
    expect(refusedOf({ logRetentionDays: 7 }, {})).toEqual(['logRetentionDays']);
    expect(refusedOf({ logRetentionDays: 7 }, { logRetentionDays: 14 })).toEqual([]);
    expect(refusedOf({}, { alarmEmail: 'a@example.com' })).toEqual([]);
    expect(refusedOf(ISSUER, { ...ISSUER, tokenAudiences: ['imagewell'] })).toEqual([]);
  });

  it('each of them is reported when it is missing', () => {
    const given = Object.fromEntries(
      SETTINGS.filter(({ name }) => name !== 'stage' && name !== 'recordCallsTo').map(
        ({ name, whenMissing }) => [name, whenMissing === 'other' ? 'another' : 'other'],
      ),
    );
    const deployed = { deviations: given, isWhole: true };
    const told = compareSettings(deployed, parseSettings({}));
    expect(told.map(({ name }) => name)).toEqual(Object.keys(given).sort());
    expect(told.every(({ isRefused }) => isRefused)).toBe(true);
  });

  it('a setting that this version doesn’t know is reported too', () => {
    const deployed = { deviations: { retired: 'on' }, isWhole: true };
    const [told] = compareSettings(deployed, parseSettings({}));
    expect(told).toMatchObject({ name: 'retired', isRefused: true });
  });

  it('of a version without the output are inferred from its other outputs', () => {
    const outputs: Record<string, string> = {
      BaseUrl: 'https://api.example.com',
      ApiDomainTarget: 'd-1.execute-api.example',
      CdnUrl: 'https://cdn.example.com',
      DistributionDomain: 'd1.cloudfront.net',
      TokenIssuer: 'https://issuer.example',
      EventBus: 'bus',
    };
    const deployed = readDeployedSettings((name) => outputs[name]);
    expect(deployed).toEqual({
      isWhole: false,
      deviations: {
        apiDomainName: 'api.example.com',
        cdnDomainNames: ['cdn.example.com'],
        tokenIssuer: 'https://issuer.example',
        events: 'on',
      },
    });
    const arn = 'arn:aws:acm:us-east-1:111122223333:certificate/12345678';
    const settings = parseSettings({
      apiDomainName: 'api.example.com',
      apiCertificateArn: arn,
      events: 'on',
      cdnDomainNames: 'cdn.example.com,b.example.com',
      cdnCertificateArn: arn,
      ...ISSUER,
    });
    expect(compareSettings(deployed, settings)).toEqual([]);
    expect(compareSettings(deployed, parseSettings({})).map(({ name }) => name)).toEqual([
      'apiDomainName',
      'cdnDomainNames',
      'events',
      'tokenIssuer',
    ]);
  });

  it('an intended change has to be an actual change', () => {
    const changes = compareSettings(deployedAs(ISSUER), parseSettings({}));
    expect(describeMistakenChanges(['tokenIssuer'], changes)).toEqual([]);
    expect(describeMistakenChanges(['signUp', 'tokenIsuer'], changes)).toEqual([
      '--change signUp: its value does not change',
      '--change tokenIsuer: is not a setting; did you mean tokenIssuer?',
    ]);
  });
});

describe('the example of a settings file', () => {
  it('is one that is taken', () => {
    const file = JSON.parse(readFileSync('settings/example.json', 'utf8'));
    expect(parseSettings({}, { file, region: 'eu-west-1' })).toMatchObject({ events: 'on' });
  });
});
