import { spawnSync } from 'node:child_process';
import { freePort } from '../../test/support/service/start-service.ts';
import { ORIGINALS_FOLDER, originalFile } from '../originals/originals.ts';
import { findProgram, type PeerKind } from './peer.ts';
import { startPeer } from './start-peer.ts';

/** imgproxy, built into the folder of the peers or installed in PATH, over the folder. */
export const IMGPROXY: PeerKind = {
  findVersion: () => {
    const program = findProgram('imgproxy');
    if (!program) return undefined;
    const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8' });
    return stdout.trim() || 'of an unknown version';
  },
  async start() {
    const port = await freePort();
    const peer = await startPeer(findProgram('imgproxy') ?? 'imgproxy', [], port, {
      IMGPROXY_BIND: `127.0.0.1:${port}`,
      IMGPROXY_LOCAL_FILESYSTEM_ROOT: ORIGINALS_FOLDER,
      IMGPROXY_MAX_SRC_RESOLUTION: '100',
      IMGPROXY_LOG_LEVEL: 'error',
    });
    return {
      ...peer,
      url: (work, width, quality) => {
        const size = work.height ? `rs:fill:${width}:${work.height}` : `rs:fit:${width}:0`;
        const setting = quality === undefined ? '' : `/q:${quality}`;
        const source = `plain/local:///${originalFile(work)}@${work.format}`;
        return `http://127.0.0.1:${port}/unsafe/${size}${setting}/${source}`;
      },
    };
  },
};
