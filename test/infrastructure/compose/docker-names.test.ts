import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const HOOK = resolve('test/support/localstack/docker-names.ts');

/** The address of each name, as the network's own calls and those with promises see it. */
function lookUp(...names: string[]): string[] {
  const script = `
    import { lookup } from 'node:dns';
    import { lookup as promised } from 'node:dns/promises';
    import { promisify } from 'node:util';
    import { request } from 'node:http';
    const asked = (name) => new Promise((done) => request({ host: name, port: 9 }).once('error', (error) => done(error.code)).end());
    for (const name of ${JSON.stringify(names)}) {
      const ways = [promisify(lookup)(name), promised(name).then(({ address }) => address)];
      const seen = await Promise.all(ways.map((way) => way.catch((error) => error.code)));
      console.log([...seen, await asked(name)].join(' '));
    }`;
  const args = [`--import=${HOOK}`];
  const env = { ...process.env, DOCKER_NAMES: 'localstack,start' };
  const all = [...args, '--input-type=module', '-e', script];
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync(process.execPath, all, { env, stdio }).toString().trim().split('\n');
}

describe('names as Docker resolves them', () => {
  it('are the services’, localhost and addresses', () => {
    const there = '127.0.0.1 127.0.0.1 ECONNREFUSED';
    expect(lookUp('localstack', 'start', 'localhost', '127.0.0.1')).toEqual(Array(4).fill(there));
  });

  it('are nothing else: no bucket before a service, nothing of the internet', () => {
    const names = ['cdk-assets.localstack', 'registry.npmjs.org', 's3.localhost.localstack.cloud'];
    expect(lookUp(...names)).toEqual(Array(3).fill('ENOTFOUND ENOTFOUND ENOTFOUND'));
  });
});
