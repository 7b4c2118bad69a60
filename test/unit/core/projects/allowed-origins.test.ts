import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFaults } from '../../../../core/foundation/fault-list.ts';
import { findOriginFaults, isAllowedOrigin } from '../../../../core/projects/allowed-origins.ts';

const findFaults = (sent: unknown, pointer: string) =>
  listFaults(findOriginFaults, sent, pointer).reported;
const isOriginPattern = (origin: string) => findFaults([origin], '').length === 0;
const detailOf = (origin: unknown) => findFaults([origin], '')[0]?.detail;

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,5}[a-z0-9])?$/).filter(
  (text) => !text.startsWith('xn--'), // what may follow that is a rule of its own
);
const domain = fc.tuple(label, label, label).map(([a, b, c]) => `${a}.${b}.${c}x`);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
/** Texts near to an origin: any of its parts may be there or be wrong. */
const nearOrigin = fc
  .tuple(
    fc.constantFrom(
      'https://',
      'http://',
      'https://',
      'http://',
      'HTTPS://',
      'https:/',
      'ftp://',
      '',
      ' https://',
    ),
    fc.constantFrom('', '', '', '', '', '', '*.', 'user@', 'u:p@', '*'),
    fc.oneof(domain, fc.domain(), fc.ipV4(), fc.constantFrom('[::1]', 'bücher.example', '*', '')),
    fc.constantFrom('', '', '', ':443', ':80', ':8443', ':0', ':65536', ':*', ':', '.', ':08'),
    fc.constantFrom('', '', '', '', '', '', '/', '/a', '?', '#', '/*', '\\', '\n'),
  )
  .map((parts) => parts.join(''));

describe('the list of allowed origins', () => {
  it.each([
    'http://localhost:*',
    'http://localhost:5173',
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://192.168.0.9:3000',
    'http://[::1]:3000',
    'https://my_app.example.com',
    'https://xn--bcher-kva.example',
    'https://*.example.com',
    'https://*.preview.example.co.uk:8443',
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
  ])('takes %s (origins.match)', (origin) => {
    expect(findFaults([origin], '/allowedOrigins')).toEqual([]);
    expect(isOriginPattern(origin)).toBe(true);
  });

  it.each([
    ['*', 'list each one'],
    ['null', 'sandboxed'],
    ['example.com', 'must start with https://'],
    ['//example.com', 'must start with https://'],
    ['ftp://example.com', 'must start with https://'],
    ['capacitor://example.com', 'must start with https://'],
    ['capacitor://localhost/', 'must start with https://'],
    ['Tauri://localhost', 'must start with https://'],
    ['app://localhost', 'must start with https://'],
    ['https://', 'must have the form'],
    ['https://a b.example', 'must have the form'],
    ['https://a.example/', 'Use https://a.example: browsers'],
    ['https://A.example', 'Use https://a.example: browsers'],
    ['HTTPS://a.example', 'Use https://a.example: browsers'],
    ['https://a.example:443', 'Use https://a.example: browsers'],
    ['http://a.example:80', 'Use http://a.example: browsers'],
    ['https://a.example:', 'Use https://a.example: browsers'],
    ['https://a.example\n', 'Use https://a.example: browsers'],
    ['https://bücher.example', 'Use https://xn--bcher-kva.example: browsers'],
    ['http://0x7f.1', 'Use http://127.0.0.1: browsers'],
    ['https://a.example/path', 'Use https://a.example: a web origin must not have a path'],
    ['https://a.example/?q', 'Use https://a.example: a web origin must not have a path'],
    ['https://a.example/#f', 'Use https://a.example: a web origin must not have a path'],
    ['https://me@a.example', 'Use https://a.example: a web origin must not have a user name'],
    ['https://a.example:0', '1 to 65535'],
    ['https://a.example:65536', '1 to 65535'],
    ['http://*.example.com', 'first label'],
    ['https://localhost:*', 'first label'],
    ['http://127.0.0.1:*', 'first label'],
    ['https://a.*.example.com', 'first label'],
    ['https://*.*.example.com', 'first label'],
    ['https://a*.example.com', 'first label'],
    ['https://*', 'first label'],
    ['https://*.com', 'your own domain'],
    ['https://*.com.', 'your own domain'],
    ['https://*.co.uk', 'your own domain'],
    ['https://*.org.au:8443', 'your own domain'],
    ['https://*.192.168.0.9', 'must have the form'],
    ['https://*.Example.com', 'Use https://*.example.com: browsers'],
    ['https://*.example.com/', 'Use https://*.example.com: browsers'],
    ['https://*.bücher.example', 'Use https://*.xn--bcher-kva.example: browsers'],
    [`https://${'a.'.repeat(140)}example`, 'at most 270'],
  ])('refuses %j, and says what to write (origins.match)', (origin, said) => {
    expect(detailOf(origin)).toContain(said);
    expect(isOriginPattern(origin)).toBe(false);
  });

  it('never repeats a password in an address (origins.list)', () => {
    expect(detailOf('https://me:hunter2@a.example')).not.toContain('hunter2');
  });

  it('reports all faults together, each with its pointer (errors.all-faults)', () => {
    const sent = ['https://a.example', 'a.example', 5, 'https://a.example', 'https://b.example/x'];
    const faults = findFaults(sent, '/allowedOrigins');
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/allowedOrigins/1', 'invalid_origin'],
      ['/allowedOrigins/2', 'invalid_type'],
      ['/allowedOrigins/3', 'duplicate'],
      ['/allowedOrigins/4', 'invalid_origin'],
    ]);
    for (const wrong of [null, 'https://a.example', { 0: 'https://a.example' }]) {
      expect(findFaults(wrong, '/x')).toMatchObject([{ pointer: '/x', code: 'invalid_type' }]);
    }
  });

  it('has at most 100 origins, and may be empty (origins.list)', () => {
    const many = Array.from({ length: 101 }, (_, at) => `https://a${at}.example`);
    expect(findFaults(many.slice(1), '/o')).toEqual([]);
    expect(findFaults(many, '/o')).toMatchObject([{ pointer: '/o', code: 'too_many' }]);
    expect(findFaults([], '/o')).toEqual([]);
  });

  it('takes nothing without a * that WHATWG does not call the origin of an address (origins.match)', () => {
    let taken = 0;
    fc.assert(
      fc.property(nearOrigin, (text) => {
        if (text.includes('*') || !isOriginPattern(text)) return;
        taken += 1;
        expect(new URL(`${text}/some/page?of=it`).origin).toBe(text);
      }),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(30);
  });

  it('takes the origin of any page, as WHATWG has it (origins.match)', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (url) => {
        const { origin, port: own } = new URL(url);
        fc.pre(own !== '0');
        expect(findFaults([origin], '')).toEqual([]);
        expect(isAllowedOrigin(origin, [origin])).toBe(true);
      }),
    );
  });
});

describe('a requesting origin', () => {
  /** The meaning of an entry of the list, by the parts that WHATWG finds in both. */
  function means(allowed: string, origin: string): boolean {
    const current = new URL(origin);
    if (current.origin !== origin) return false;
    const may = new URL(allowed.replace('*.', 'any.').replace(':*', ''));
    if (current.protocol !== may.protocol) return false;
    if (allowed === 'http://localhost:*') return current.hostname === 'localhost';
    if (current.port !== may.port) return false;
    const labels = current.hostname.split('.');
    if (!allowed.includes('*.')) return current.hostname === may.hostname;
    return labels.slice(1).join('.') === may.hostname.split('.').slice(1).join('.');
  }

  it('matches the listed origins and nothing more, whatever is near to them (origins.match)', () => {
    const entry = fc
      .tuple(domain, port, fc.constantFrom('https://', 'http://', 'https://*.', 'local'))
      .map(([name, at, kind]) => {
        if (kind === 'local') return 'http://localhost:*';
        return `${kind}${name}${at === undefined ? '' : `:${at}`}`;
      });
    /** The same host with more or less before, after and around it. */
    const requested = (allowed: string) => {
      const { hostname } = new URL(allowed.replace('*.', '').replace(':*', ''));
      const [, parent] = /^[^.]+\.(.+)$/.exec(hostname) ?? [];
      const hosts = [hostname, `a.${hostname}`, `a.b.${hostname}`, `evil${hostname}`];
      return fc
        .tuple(
          fc.constantFrom('https://', 'http://'),
          fc.constantFrom(...hosts, `${hostname}.evil.example`, parent ?? 'evil.example'),
          fc.constantFrom('', ':8443', ':5173', allowed.replace(/^.*?(:\d+)?$/, '$1')),
        )
        .map((parts) => parts.join(''));
    };
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(
        entry
          .filter(isOriginPattern)
          .chain((allowed) => fc.tuple(fc.constant(allowed), requested(allowed))),
        ([allowed, origin]) => {
          const isAllowed = isAllowedOrigin(origin, [allowed]);
          seen.add(isAllowed);
          if (new URL(origin).origin === origin) expect(isAllowed).toBe(means(allowed, origin));
        },
      ),
      { numRuns: 2_000 },
    );
    expect([...seen].sort()).toEqual([false, true]);
  });

  it.each([
    ['https://*.example.com', 'https://evilexample.com'],
    ['https://*.example.com', 'https://a.b.example.com'],
    ['https://*.example.com', 'https://example.com'],
    ['https://*.example.com', 'https://a.example.com.evil.example'],
    ['https://*.example.com', 'https://evil.example/.example.com'],
    ['https://*.example.com', 'https://evil.example?.example.com'],
    ['https://*.example.com', 'https://evil.example#.example.com'],
    ['https://*.example.com', 'https://me@.example.com'],
    ['https://*.example.com', 'https://a:b@c.example.com'],
    ['https://*.example.com', 'https://A.example.com'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://*.example.com', 'https://a.example.com:443'],
    ['https://a.example', 'https://a.example.'],
    ['https://a.example', 'https://a.example:443'],
    ['http://localhost:*', 'http://localhost:0'],
    ['http://localhost:*', 'http://localhost:65536'],
    ['http://localhost:*', 'http://localhost:99999'],
    ['http://localhost:*', 'http://localhost:080'],
    ['http://localhost:*', 'http://localhost:*'],
    ['http://localhost:*', 'http://me@localhost:80'],
  ])('%s does not let %s in (origins.match)', (allowed, origin) => {
    expect(isAllowedOrigin(origin, [allowed])).toBe(false);
  });

  it('lets a label with an underscore in, as browsers do (origins.match)', () => {
    expect(isAllowedOrigin('https://my_app.example.com', ['https://*.example.com'])).toBe(true);
  });
});
