import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { BRUNO_STEPS } from '../../scripts/bruno/bruno-steps.ts';
import { BRUNO_RUN, brunoFiles } from '../../scripts/bruno/describe-bruno.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../support/service/start-service.ts';
import { runProgram } from './support/run-program.ts';

const CHECKS = 'docs-site/checks';
const TOOLS = resolve(CHECKS, 'node_modules/.bin');
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

describe('the OpenAPI document', () => {
  it('has no error and no warning of Redocly', async () => {
    const options = ['lint', 'docs/openapi.json', '--format=json', '--extends=recommended'];
    const env = { ...process.env, ...QUIET };
    const printed = await runProgram(join(TOOLS, 'redocly'), options, { cwd: '.', env });
    const report = JSON.parse(printed.slice(printed.indexOf('{')));
    const told = report.problems.map(
      ({ ruleId, message, location }: Problem) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    );
    expect(told).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('has an example of each request in JSON and of each answer', async () => {
    const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
    for (const { name, path, request, responseExample } of Object.values(ENDPOINTS)) {
      const { requestBody, responses } = paths[path].post;
      expect(responses[200].content['application/json'].example, name).toEqual(responseExample);
      if (request.kind !== 'json') continue;
      expect(requestBody.content['application/json'].example, name).toEqual(request.example);
    }
  });
});

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

interface BrunoResult {
  readonly test: { readonly filename: string };
  readonly response: { readonly status: number; readonly data: unknown };
}

describe('the Bruno collection', () => {
  let service: StartedService;
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let output: string;

  beforeAll(async () => {
    folder = await makeDataFolder();
    output = await mkdtemp(join(tmpdir(), 'imagewell-bruno-'));
    const data = join(folder.path, 'data');
    service = await startService(data, '--plan', 'unlimited', '--events');
  });
  afterAll(async () => {
    await service.stop();
    await folder.remove();
    await rm(output, { recursive: true });
  });

  async function issueToken(email: string): Promise<string> {
    const options = ['bin/cli.ts', 'admin', 'token', '--data', service.dataDir, '--email', email];
    const printed = await runProgram(process.execPath, options, { cwd: '.', env: process.env });
    return printed.trim();
  }

  it('has every call, and no file that is not generated', () => {
    const calls = new Set(BRUNO_STEPS.map(({ call }) => call));
    expect([...calls].toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
    const files = globSync('docs/bruno/**/*.{bru,json}').toSorted();
    expect(files).toEqual(Object.keys(brunoFiles()).toSorted());
  });

  it('runs against a started service, and each call answers as it says', async () => {
    const variables = {
      baseUrl: service.baseUrl,
      uploadKey: service.uploadKey,
      apiKey: service.apiKey,
      token: await issueToken('ann@example.com'),
      secondToken: await issueToken('ben@example.com'),
    };
    const report = join(output, 'report.json');
    const options = [
      'run',
      ...BRUNO_RUN.map((path) => path.replace('docs/bruno/', '')),
      '--reporter-json',
      report,
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ];
    // it ends with 1 where an assertion fails, and the report says which
    const settings = { cwd: 'docs/bruno', env: process.env };
    await runProgram(join(TOOLS, 'bru'), options, settings).catch(() => undefined);
    const [{ results }] = JSON.parse(await readFile(report, 'utf8'));
    const answered = results.map(({ test, response }: BrunoResult) => {
      const detail = response.status === 200 ? '' : ` ${JSON.stringify(response.data)}`;
      return `${test.filename} ${response.status}${detail}`;
    });
    const expected = BRUNO_STEPS.map((step, at) => {
      const status = 'status' in step ? step.status : 200;
      return expect.stringContaining(`${BRUNO_RUN[at]?.replace('docs/bruno/', '')} ${status}`);
    });
    expect(answered).toEqual(expected);
  });
});
