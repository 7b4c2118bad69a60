import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import {
  isRouteTarget,
  parseOldPath,
  routePathOf,
  routeTargetOf,
} from '../../../../core/images/old-path.ts';

const PROJECT = `prj_${'a'.repeat(26)}`;
const IMAGE = `img_${'b'.repeat(26)}`;

describe('the path of a route (delivery.old-addresses)', () => {
  it('is one for all spellings of an address, on any host', () => {
    const path = '/a b/é.jpg?crop=x%2Cy&d=&w=300';
    for (const address of [
      'https://img.example.com/a%20b/%C3%A9.jpg?w=300&crop=x,y&d',
      'http://other.example/a%20b/%c3%a9.jpg?d=&crop=x%2cy&w=%3300#top',
      '/a b/é.jpg?&w=300&&d=&crop=x%2Cy',
    ]) {
      expect(routePathOf(address)).toBe(path);
    }
    const [uri, query = ''] = '/a%20b/%C3%A9.jpg?d&w=300&crop=x,y'.split('?');
    expect(parseOldPath(`/old/${PROJECT}${uri}`, query)).toEqual({ projectId: PROJECT, path });
  });

  it('differs for other names, values and paths', () => {
    const paths = ['/a?b=1', '/a?b=2', '/a?c=1', '/a', '/A', '/a/', '/a?b=1&b=1', '/a?b=%26c%3D1'];
    expect(new Set(paths.map(routePathOf)).size).toBe(paths.length);
  });

  it('has a bound in bytes, a slash at its start, and no control characters', () => {
    const most = LIMITS.maxRoutePathBytes;
    expect(routePathOf(`/${'a'.repeat(most - 1)}`)).toHaveLength(most);
    for (const address of [
      `/${'a'.repeat(most)}`,
      `/${'é'.repeat(most / 2)}`,
      '',
      '/',
      'a.jpg',
      '/a%00b',
      '/a%0Ab',
      '/\ud800',
    ]) {
      expect([address, routePathOf(address)]).toEqual([address, undefined]);
    }
    expect(routePathOf('/%zz%')).toBe('/%zz%');
    expect(routePathOf('/a?w=\ud800')).toBe('/a?w=%EF%BF%BD');
  });

  it('is the same with and without what links and URL builders add (delivery.tolerated-parameters)', () => {
    const added = [
      '_a=DATAiZfkZAA0',
      '%5Fa=1',
      '_i=AA',
      'ixlib=js-3.8.0',
      'ixid=M3wx',
      'utm_source=news&utm_medium=email&utm_x=',
      'fbclid=IwAR0',
      'gclid=a&gbraid=b&wbraid=c&msclkid=d',
      'mc_cid=1&mc_eid=2&_ga=2.1',
      'gclid',
    ];
    for (const one of added) {
      expect([one, routePathOf(`/lamp.jpg?w=30&${one}`)]).toEqual([one, '/lamp.jpg?w=30']);
      expect([one, routePathOf(`/lamp.jpg?${one}&${one}`)]).toEqual([one, '/lamp.jpg']);
    }
  });

  it('keeps signatures, and names that an image host may mean something by (delivery.tolerated-parameters)', () => {
    const kept = ['s', 'expires', 'signature', 'ref', 'si', 'source', 'utm', 'UTM_source', 'a'];
    for (const name of kept) {
      expect(routePathOf(`/lamp.jpg?${name}=1&ixlib=js`)).toBe(`/lamp.jpg?${name}=1`);
    }
  });

  it('needs the ID of a project before it', () => {
    for (const path of [
      '/old/',
      '/old',
      `/old/${PROJECT}`,
      '/old/prj_x/a',
      `/older/${PROJECT}/a`,
    ]) {
      expect(parseOldPath(path, '')).toBeUndefined();
    }
    expect(parseOldPath(`/old/${PROJECT}//a`, '')?.path).toBe('//a');
  });
});

describe('the target of a route (delivery.old-addresses)', () => {
  it('is the canonical path and query of a saved image, without the host', () => {
    const target = `/res/${IMAGE}.webp?width=30`;
    expect(routeTargetOf(`https://cdn.example.com/res/${IMAGE}.webp?dpr=1&width=30`)).toBe(target);
    expect(isRouteTarget(target)).toBe(true);
  });

  it('has the parameters that the edge would read in its URL, whose names may have escapes', () => {
    const url = `/res/${IMAGE}.webp?%77idth=30&height=%34%30`;
    expect(routeTargetOf(url)).toBe(`/res/${IMAGE}.webp?width=30&height=40`);
    expect(routeTargetOf(`/res/${IMAGE}.webp?height=%zz`)).toBeUndefined();
  });

  it('leads nowhere else', () => {
    for (const address of [
      'https://evil.example/',
      '//evil.example/a',
      `//evil.example/res/${IMAGE}.jpg`,
      `https://cdn.example.com//evil.example/res/${IMAGE}.jpg`,
      `/res/tmp_${'b'.repeat(26)}.jpg`,
      `/res/${IMAGE}.exe`,
      `/res/${IMAGE}.jpg/..`,
      `/res/${IMAGE}.jpg\r\nSet-Cookie: a=b`,
      `/res/${IMAGE}.jpg?width=x`,
      'javascript:alert(1)',
      '/console/',
    ]) {
      expect([address, routeTargetOf(address), isRouteTarget(address)]).toEqual([
        address,
        undefined,
        false,
      ]);
    }
    // not its own canonical form
    expect(isRouteTarget(`/res/${IMAGE}.webp?width=30&dpr=1`)).toBe(false);
  });
});
