import { describe, expect, it } from 'vitest';
import { all, get, only, show, synthesize, type Template } from './support/template.ts';

/** The longest stage, and the longest names of a region. */
const STAGES = ['s234567890123456789y', 's234567890123456789z'];
const REGION = 'ap-southeast-1';
/**
 * Amazon CloudFront API reference: FunctionConfig, OriginAccessControlConfig, CachePolicyConfig,
 * ResponseHeadersPolicyConfig.
 */
const NAMED: Readonly<Record<string, readonly [path: string, most: number]>> = {
  'AWS::CloudFront::Function': ['Name', 64],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name', 64],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig.Name', 128],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name', 128],
};

function namesIn(template: Template, type: string): string[] {
  const [path] = NAMED[type] ?? [''];
  return all(template, type).map(([, { Properties }]) =>
    show(get(Properties, path)).replace('<AWS::Region>', REGION),
  );
}

describe('names that are not a stack’s own', () => {
  const [first, second] = STAGES.map((stage) => synthesize({ stage }, `imagewell-${stage}`));
  if (!first || !second) throw new Error('two stages');

  it.each(Object.keys(NAMED))('%s has one for each stage and region, and none too long', (type) => {
    const names = [...namesIn(first, type), ...namesIn(second, type)];
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toContain(REGION);
      expect(name).toMatch(/^[\w-]+$/);
      expect(name.length).toBeLessThanOrEqual(NAMED[type]?.[1] ?? 0);
    }
  });

  it('the API has a name by which its alarms and metrics differ from another stage’s', () => {
    for (const [at, template] of [first, second].entries()) {
      const name = only(template, 'AWS::ApiGateway::RestApi').Properties.Name;
      expect(name).toBe(`imagewell-${STAGES[at]}`);
      const alarm = only(template, 'AWS::CloudWatch::Alarm', 'Monitoringapifaults').Properties;
      expect(get(alarm, 'Dimensions.0')).toEqual({ Name: 'ApiName', Value: name });
      const [dashboard] = all(template, 'AWS::CloudWatch::Dashboard');
      expect(show(dashboard?.[1].Properties.DashboardBody)).toContain(`"ApiName","${name}"`);
    }
  });
});
