/**
 * `npm run examples`: the example pages and their back end, against the local service or another
 * one.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createExampleBackEnd } from './example-back-end.ts';

const { values } = parseArgs({
  options: {
    credentials: { type: 'string', default: '.data/credentials.json' },
    port: { type: 'string', default: '8090' },
  },
});
const backEnd = await createExampleBackEnd(JSON.parse(readFileSync(values.credentials, 'utf8')));
backEnd.listen(Number(values.port), 'localhost', () => {
  // not 127.0.0.1: the project's list of origins has http://localhost:*
  const address = `http://localhost:${values.port}`;
  for (const page of ['', 'uppy.html', 'filepond.html']) console.log(`${address}/${page}`);
});
