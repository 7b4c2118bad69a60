import { describe, expect, it } from 'vitest';
import type { EdgeEvent } from '../../../../lambdas/edge/edge-event.ts';
import { handler } from '../../../../lambdas/edge/viewer-request.ts';
import { createViewRequest, type Viewed } from '../../../../local/cloudfront/view-request.ts';

const ID = `img_${'a'.repeat(26)}`;
const viewed = (change: Partial<Viewed> = {}): Viewed => ({
  method: 'GET',
  rawUrl: `/res/${ID}.auto?width=20`,
  accept: undefined,
  ...change,
});

/** Views requests by the edge's own code, and counts its runs. */
function countingView(maxBytes?: number) {
  const events: EdgeEvent[] = [];
  const view = createViewRequest(
    (event) => {
      events.push(structuredClone(event));
      return handler(event, 'https://cdn.example');
    },
    (querystring) => Object.keys(querystring).find((name) => name !== 'width'),
    maxBytes,
  );
  let requests = 0;
  return { events, view: (one: Viewed) => view(one, `request-${++requests}`, '127.0.0.1') };
}

describe('the viewer-request function of the local edge', () => {
  it('runs once for equal requests, and again for any other method, address or Accept', () => {
    const { events, view } = countingView();
    const changes: Partial<Viewed>[] = [
      {},
      { method: 'HEAD' },
      { rawUrl: `/res/${ID}.auto?width=21` },
      { rawUrl: `/res/${ID}.AUTO?width=20` },
      { accept: '' },
      { accept: 'image/webp' },
      { accept: 'image/avif' },
    ];
    const first = changes.map((change) => view(viewed(change)));
    expect(events).toHaveLength(changes.length);
    const again = changes.map((change) => view(viewed(change)));
    expect(events).toHaveLength(changes.length);
    expect(again).toEqual(first);
    const keys = first.map(({ result }) => 'cacheKey' in result && result.cacheKey);
    expect(keys[5]).toContain('webp');
    expect(new Set(keys).size).toBe(4); // of 20 and 21 pixels, of WebP and of AVIF
  });

  it('sees no more of a request than the key of its result has', () => {
    const { events, view } = countingView();
    view(viewed({ accept: 'image/webp' }));
    const { headers, cookies, querystring, method, uri } = events[0]?.request ?? {};
    expect({ headers, cookies, querystring, method, uri }).toEqual({
      headers: { accept: { value: 'image/webp' } },
      cookies: {},
      querystring: { width: { value: '20' } },
      method: 'GET',
      uri: `/res/${ID}.auto`,
    });
  });

  it('remembers which parameters are ignored, and no answer that names its request', () => {
    const { events, view } = countingView();
    const ignoring = viewed({ rawUrl: `/res/${ID}.webp?widht=5` });
    expect([view(ignoring).ignored, view(ignoring).ignored]).toEqual(['widht', 'widht']);
    expect(events).toHaveLength(1);
    const refused = viewed({ rawUrl: `/res/${ID}.webp?width=x` });
    const bodies = [view(refused), view(refused)].map(({ result }) => JSON.stringify(result));
    expect(bodies[0]).toContain('request-3');
    expect(bodies[1]).toContain('request-4');
    expect(events).toHaveLength(3);
  });

  it('forgets the oldest results beyond its bytes, and keeps no address that is larger', () => {
    const { events, view } = countingView(10_000);
    const at = (width: number) => viewed({ rawUrl: `/res/${ID}.webp?width=${width}` });
    for (let width = 1; width <= 100; width += 1) view(at(width));
    view(at(100));
    expect(events).toHaveLength(100);
    view(at(1));
    expect(events).toHaveLength(101);
    const long = viewed({ rawUrl: `/res/${ID}.webp?width=9&utm=${'x'.repeat(10_000)}` });
    for (const one of [long, long]) view(one);
    expect(events).toHaveLength(103);
    view(at(1));
    expect(events).toHaveLength(103);
  });
});
