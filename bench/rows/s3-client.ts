import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { releaseBytes } from '../../core/foundation/release-bytes.ts';
import { readWhole } from '../../core/use-cases/delivery/read-stored-object.ts';
import { interleave } from '../measure/interleave.ts';
import { ratioOf } from '../measure/statistics.ts';
import { ORIGINALS_FOLDER, originalFile } from '../originals/originals.ts';
import { WORKS } from '../originals/works.ts';
import { renderAlone } from '../setting/sharp-alone.ts';
import { each, pick } from './contenders.ts';
import { transformationOf } from './engine-cpu.ts';
import { row } from './row.ts';

/** The client's code is compiled while it runs: its first calls cost twice as much. */
const WARM_UPS = 20;

/** A server of one file in its own process, whose CPU isn't ours; its address. */
export async function startFileServer(path: string) {
  const child = fork(join(import.meta.dirname, '../setting/serve-file.ts'), [path]);
  const [port] = await once(child, 'message');
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

export const S3_CLIENT = row({
  title: 'the engine with an original read by the AWS SDK’s client of S3, over the floor',
  goals: {
    cpu: {
      what: `CPU, ${WORKS.webp400.name}`,
      unit: '',
      must: { atMost: 1.2 },
    },
  },
  async measure(setting) {
    const original = await setting.original('jpg');
    const server = await startFileServer(join(ORIGINALS_FOLDER, originalFile({ from: 'jpg' })));
    try {
      const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
      const place = { endpoint: server.url, region: 'us-east-1', forcePathStyle: true };
      const client = createS3Client({ ...place, credentials });
      const objects = createS3ObjectStore(client, { originals: 'bench', renditions: 'bench' });
      const engine = await createSharpEngine();
      const transformation = transformationOf(WORKS.webp400);
      const render = async () => {
        const found = await objects.get('img_bench/original');
        if (!found) throw new Error('the server has no original');
        const read = await readWhole(found);
        const { length } = await engine.render(read, transformation);
        releaseBytes(read); // as delivery does
        return length;
      };
      for (let nth = 0; nth < WARM_UPS; nth += 1) await render();
      const costs = await interleave(
        {
          ours: { work: render },
          floor: { work: async () => (await renderAlone(original, WORKS.webp400)).length },
        },
        setting.rounds * 2,
      );
      return {
        cpu: {
          ...ratioOf(pick(costs.ours, 'cpuMs'), pick(costs.floor, 'cpuMs')),
          unit: 'ms',
          beside: {
            ours: each(costs.ours, 'cpuMs', 1).seen,
            floor: each(costs.floor, 'cpuMs', 1).seen,
          },
        },
      };
    } finally {
      server.stop();
    }
  },
});
