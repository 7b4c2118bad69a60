import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { drawJpeg } from '../../support/images/draw.ts';
import { startService } from '../../support/service/start-service.ts';

/**
 * Runs the blocks of a page's tour in its own folder, against a service that it starts.
 * Returns the output.
 */
export async function walkTour(
  page: string,
  count: number,
): Promise<{ folder: string; printed: string }> {
  const text = readFileSync(page, 'utf8');
  const tour = /<!-- tour -->(.*)<!-- \/tour -->/s.exec(text)?.[1] ?? '';
  const blocks = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks.length).toBe(count);
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-tour-'));
  await writeFile(join(folder, 'image.jpg'), await drawJpeg(1200, 800));
  // a busy machine may answer 503 with Retry-After, which curl then obeys
  await writeFile(join(folder, '.curlrc'), 'retry = 5\n');
  const dataDir = join(folder, '.data');
  const service = await startService(dataDir);
  const script = blocks
    .join('\n')
    .replace('http://127.0.0.1:8080', service.baseUrl)
    .replaceAll(
      'npx imagewell admin token --data .data',
      `node ${process.cwd()}/bin/imagewell.js admin token --data ${dataDir}`,
    );
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      CURL_HOME: folder,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
  });
  let printed = '';
  shell.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise((done) => shell.once('exit', done));
  await service.stop();
  expect(code).toBe(0);
  return { folder, printed };
}
