import { describe, expect, it } from 'vitest';
import { only, show, synthesize } from './support/template.ts';

interface Widget {
  readonly properties: {
    readonly title: string;
    readonly region: string;
    readonly metrics: readonly (readonly unknown[])[];
  };
}

function widgetsOf(context: Record<string, unknown>): Widget[] {
  const { Properties } = only(synthesize(context), 'AWS::CloudWatch::Dashboard');
  return JSON.parse(show(Properties.DashboardBody)).widgets;
}

describe('the dashboard', () => {
  it('works out the hit ratio of CloudFront’s requests and the renderer’s, each in its region', () => {
    const found = widgetsOf({}).find(({ properties }) => properties.title.includes('hit ratio'));
    expect(found?.properties.region).toBe('<AWS::Region>');
    const [ratio, requests, misses, requested] = found?.properties.metrics ?? [];
    expect(ratio).toEqual([
      expect.objectContaining({
        expression: 'IF(requests > misses, 100 * (1 - misses / requests), 0)',
      }),
    ]);
    expect(requests?.slice(0, 2)).toEqual(['AWS/CloudFront', 'Requests']);
    expect(requests?.at(-1)).toMatchObject({ id: 'requests', region: 'us-east-1', stat: 'Sum' });
    expect(misses?.[0]).toMatchObject({ id: 'misses', expression: 'FILL(invocations, 0)' });
    expect(requested?.slice(0, 2)).toEqual(['AWS/Lambda', 'UrlRequestCount']);
    expect(requested?.at(-1)).toMatchObject({ id: 'invocations', stat: 'Sum' });
    expect(requested?.at(-1)).not.toHaveProperty('region');
  });

  it('asks CloudFront in us-east-1 only, and shows nothing of it without a CDN', () => {
    const ofCdn = (widgets: Widget[]) =>
      widgets
        .flatMap(({ properties }) => properties.metrics ?? [])
        .filter(([namespace]) => namespace === 'AWS/CloudFront');
    for (const metric of ofCdn(widgetsOf({}))) {
      expect(metric.at(-1)).toMatchObject({ region: 'us-east-1' });
    }
    expect(ofCdn(widgetsOf({})).length).toBeGreaterThan(3);
    expect(ofCdn(widgetsOf({ target: 'localstack', cdnUrl: 'http://localhost:8081' }))).toEqual([]);
  });
});
