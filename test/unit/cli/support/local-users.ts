import { afterAll, beforeAll } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { commandHere } from './command-here.ts';
import type { Ended } from './command-line.ts';

type Folder = Awaited<ReturnType<typeof makeDataFolder>>;

/** Its own local service for one file of tests, and its users at their command lines. */
export function localUsers(...options: string[]) {
  let data: Folder;
  let config: Folder;
  let service: StartedService;
  beforeAll(async () => {
    [data, config] = [await makeDataFolder(), await makeDataFolder()];
    service = await startService(data.path, ...options);
  });
  afterAll(async () => {
    await service.stop();
    await data.remove();
    await config.remove();
  });
  return {
    service: () => service,
    /** A user's input; the environment says who they are. */
    as: (email: string) => {
      let token: Promise<string> | undefined;
      let run: ReturnType<typeof commandHere> | undefined;
      return async (...args: string[]): Promise<Ended> => {
        token ??= issueToken(data.path, email);
        run ??= commandHere(config.path);
        return run(args, { IMAGEWELL_TOKEN: await token, IMAGEWELL_URL: service.baseUrl });
      };
    },
  };
}
