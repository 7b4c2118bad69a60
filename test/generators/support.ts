import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawJpeg } from '../support/images/draw.ts';
import { run } from '../support/service/python-tools.ts';
import { type StartedService, startService } from '../support/service/start-service.ts';

const WIDTH = 120;
const HEIGHT = 90;

/** The output of each program: the facts of its saved image, and the code of a refusal. */
export const PRINTED = {
  originalFilename: 'bridge.jpg',
  width: WIDTH,
  height: HEIGHT,
  metadata: { alt_text: 'A bridge' },
  problem: 'image_not_found',
};

/** A started service with a folder for a generated client, an image and the document it serves. */
export interface Bench {
  readonly folder: string;
  readonly document: string;
  readonly image: string;
  /** Runs a program in the folder, with the keys in its environment. Throws if it fails. */
  run(command: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

function environmentOf(service: StartedService): NodeJS.ProcessEnv {
  return {
    ...process.env,
    IMAGEWELL_URL: service.baseUrl,
    IMAGEWELL_API_KEY: service.apiKey,
    IMAGEWELL_UPLOAD_KEY: service.uploadKey,
  };
}

/** Starts a service for a program that a generator's client is part of. */
export async function openBench(): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), 'imagewell-generator-'));
  const service = await startService(join(root, 'data'), '--plan', 'unlimited');
  const folder = join(root, 'client');
  await mkdir(folder);
  const document = join(folder, 'openapi.json');
  const served = await fetch(`${service.cdnUrl}/openapi.json`);
  await writeFile(document, await served.text());
  const image = join(root, 'image.jpg');
  await writeFile(image, await drawJpeg(WIDTH, HEIGHT));
  return {
    folder,
    document,
    image,
    run: async (command, ...args) => {
      const { code, output } = await run(command, args, {
        cwd: folder,
        env: environmentOf(service),
      });
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`);
      return output;
    },
    close: async () => {
      await service.stop();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
