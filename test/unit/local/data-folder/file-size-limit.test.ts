import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { objectsPath } from '../../../../local/data-folder/data-paths.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeDataFolder, startService } from '../../../support/service/start-service.ts';

const MAX_FILE_BYTES = 1_500_000;

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
if (!hasPrlimit) console.log('no test of RLIMIT_FSIZE: prlimit is missing');

it.skipIf(!hasPrlimit)(
  'a file that may not be as large (EFBIG) is 507, leaves nothing, and smaller ones go on',
  async () => {
    const folder = await makeDataFolder();
    const service = await startService(folder.path);
    // of the parent alone: the function processes are started later, and inherit it
    const args = ['--pid', String(service.child.pid), `--fsize=${MAX_FILE_BYTES}`];
    expect(spawnSync('prlimit', args).status).toBe(0);
    const client = createClient(service);
    const raw = { width: 1_000, height: 700, channels: 3 } as const;
    const large = await sharp(randomBytes(2_100_000), { raw }).png().toBuffer();
    const { status, json } = await client.upload(large, 'image/png');
    expect([status, json.code]).toEqual([507, 'storage_full']);
    expect(readdirSync(join(objectsPath(folder.path), '.incoming'))).toEqual([]);
    const { imageId } = await client.store(await drawJpeg());
    expect((await client.get(`/res/${imageId}.webp?width=100`)).status).toBe(200);
    expect((await client.call('delete-image', { imageId })).status).toBe(200);
    await service.stop();
    await folder.remove();
  },
);
