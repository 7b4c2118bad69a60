import { describe, expect, it } from 'vitest';
import { all, listAt, only, synthesize, type Template } from './support/template.ts';

/** The functions of the distribution, by event. */
function associationsOf(template: Template): unknown[] {
  const { Properties } = only(template, 'AWS::CloudFront::Distribution', 'DeliveryDistribution');
  const path = 'DistributionConfig.DefaultCacheBehavior.FunctionAssociations';
  return listAt(Properties, path).map((one) => (one as { EventType: string }).EventType);
}

describe('the setting tellIgnored', () => {
  it('adds a viewer-response function, and none without it (transformations.told-ignored)', () => {
    const [off, on] = [synthesize(), synthesize({ tellIgnored: 'on' })];
    expect(associationsOf(off)).toEqual(['viewer-request']);
    expect(associationsOf(on)).toEqual(['viewer-request', 'viewer-response']);
    const functionsOf = (template: Template) => all(template, 'AWS::CloudFront::Function').length;
    expect(functionsOf(on)).toBe(functionsOf(off) + 1);
    const told = only(on, 'AWS::CloudFront::Function', 'DeliveryTellIgnored').Properties;
    expect(told).toMatchObject({ AutoPublish: true });
    expect(String(told.FunctionCode)).toContain('x-ignored-parameters');
  });
});
