import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WIDTHS } from '../../../support/local/service-functions.ts';
import {
  FIXTURE_CDN,
  type FixtureService,
  startFixtureService,
} from '../../../support/local/start-fixture-service.ts';

const IMAGE = `/res/img_${'a'.repeat(26)}`;

async function listen(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  return body;
}

type Source = (fixture: FixtureService) => Promise<string>;
const asked =
  (path: string, init: Parameters<FixtureService['ask']>[1] = {}): Source =>
  async ({ ask }) =>
    (await ask(path, init)).body.toString();

/** The parts that answer problems before any function, or in place of one. */
const SOURCES: Readonly<Record<string, readonly [code: string, source: Source]>> = {
  'the HTTP server': [
    'bad_request',
    ({ service }) => listen(service.port, 'GET / HTTP/1.1\r\nx\r\n\r\n'),
  ],
  'the gateway': ['route_not_found', asked('/api/v1/none', { method: 'POST' })],
  'the edge function': ['unsupported_output_format', asked(`${IMAGE}.svg`)],
  'the edge function of old addresses': [
    'method_not_allowed',
    asked('/old/prj_x/a.jpg', { method: 'POST' }),
  ],
  'the CDN before a renderer that died': ['busy', asked(`${IMAGE}.jpg?width=${WIDTHS.crashes}`)],
  'the function of the site': ['route_not_found', asked('/problems/none')],
  'an action of the console': ['route_not_found', asked('/console/take-over', { method: 'POST' })],
};

describe('a problem of the local service', () => {
  it.each(Object.entries(SOURCES))(
    'has the absolute URL of its page as type, from %s (errors.problem-body)',
    async (_, [code, source]) => {
      const fixture = await startFixtureService();
      const problem = JSON.parse(await source(fixture));
      expect(problem).toMatchObject({ code, type: `${FIXTURE_CDN}/problems/${code}` });
    },
  );
});
