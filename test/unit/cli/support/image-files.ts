import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { commandHere } from './command-here.ts';
import type { commandLine } from './command-line.ts';

type Folder = Awaited<ReturnType<typeof makeDataFolder>>;

/** A started service, and a folder of files beside it: `1.jpg` to `5.jpg`, and `lies.jpg`. */
export interface ImageFiles {
  readonly data: Folder;
  readonly service: StartedService;
  readonly run: ReturnType<typeof commandLine>;
  /** The path of a file. */
  here(name: string): string;
  /** Runs a command with the keys of the service. */
  local(...args: string[]): ReturnType<ReturnType<typeof commandLine>>;
  remove(): Promise<void>;
}

/** Starts the service with the plan `unlimited`, and draws the files. */
export async function makeImageFiles(): Promise<ImageFiles> {
  const [data, config] = [await makeDataFolder(), await makeDataFolder()];
  const service = await startService(data.path, '--plan', 'unlimited');
  const run = commandHere(config.path);
  const here = (name: string) => join(config.path, name);
  for (const at of [1, 2, 3, 4, 5]) await writeFile(here(`${at}.jpg`), await drawJpeg(40 + at, 30));
  await writeFile(here('lies.jpg'), 'no image at all');
  return {
    data,
    service,
    run,
    here,
    local: (...args) => run([...args, '--data', data.path]),
    remove: async () => {
      await service.stop();
      await data.remove();
      await config.remove();
    },
  };
}
