import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import { makeImage, makeTemporary } from '../../test/contract/image-store.ts';
import { startAwsStub } from '../../test/infrastructure/bundles/support/start-aws-stub.ts';
import {
  environmentOf,
  storeImage,
} from '../../test/infrastructure/bundles/support/store-image.ts';
import { ORIGINAL, WORKS } from '../originals/works.ts';
import { bundleFloor, ROOT } from './bundle-code.ts';

/** A fresh process from its start to its first image, as it counts itself. */
export interface FirstImage {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The program of a process that makes one image by these statements, which set `bytes`. */
const programOf = (path: string, statements: string) => `
  const code = await import(${JSON.stringify(path)});
  ${statements}
  if (!(bytes > 1000)) throw new Error('there is no image');
  const { user, system } = process.cpuUsage();
  console.log('\\n' + JSON.stringify([performance.now(), (user + system) / 1000]));
  process.exit();`;

async function run(program: string, env: NodeJS.ProcessEnv): Promise<FirstImage> {
  const layer = { NODE_PATH: join(ROOT, 'node_modules') }; // as Lambda names a layer's folder
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...env, ...layer },
  });
  const [wallMs, cpuMs] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  return { wallMs, cpuMs };
}

/** A stub with an image, and a process that asks a renderer's bundle for one more width of it. */
async function startStub(original: Buffer) {
  const stub = await startAwsStub();
  const image = makeImage(makeTemporary('prj_a'), { ...ORIGINAL, bytes: original.length });
  await storeImage(stub, image, original);
  const env = environmentOf(stub);
  return {
    stop: stub.stop,
    boot: (bundle: string, width: number) => {
      const event = {
        rawPath: `/res/${image.imageId}.${WORKS.jpeg400.format}`,
        rawQueryString: `width=${width}`,
        headers: {},
        requestContext: { http: { method: 'GET' } },
      };
      const call = `const { statusCode, body } =
          await code.handler(${JSON.stringify(event)}, { awsRequestId: 'first' });
        if (statusCode !== 200) throw new Error(Buffer.from(body, 'base64').toString());
        const bytes = body.length;`;
      return run(programOf(bundle, call), env);
    },
    bootFloor: (floor: string, width: number) => {
      const url = `${stub.endpoint}/originals/${originalObjectKey(image.imageId)}`;
      const call = `const bytes = await code.makeImage(${JSON.stringify(url)}, ${width});`;
      return run(programOf(floor, call), {});
    },
  };
}

/**
 * Boots the floor and each renderer's bundle in turn, after one round to warm up. A boot lasts
 * from the start of a process to its first image of 12 megapixels. Every round has another width,
 * because a stub keeps renditions.
 */
export async function measureFirstImages<Name extends string>(
  bundles: Readonly<Record<Name, string>>,
  original: Buffer,
  rounds: number,
): Promise<Record<Name | 'floor', FirstImage[]>> {
  const floor = await bundleFloor();
  const names = Object.keys(bundles) as Name[];
  const stubs = new Map<string, Awaited<ReturnType<typeof startStub>>>();
  for (const name of [...names, 'floor']) stubs.set(name, await startStub(original));
  const costs = Object.fromEntries(
    [...stubs.keys()].map((name) => [name, []]),
  ) as unknown as Record<Name | 'floor', FirstImage[]>;
  for (let round = 0; round <= rounds; round += 1) {
    const width = WORKS.jpeg400.width - round;
    for (const [name, stub] of round % 2 ? [...stubs].reverse() : stubs) {
      const bundle = bundles[name as Name];
      const cost = await (bundle ? stub.boot(bundle, width) : stub.bootFloor(floor, width));
      if (round > 0) costs[name as Name | 'floor'].push(cost);
    }
  }
  for (const { stop } of stubs.values()) stop();
  return costs;
}
