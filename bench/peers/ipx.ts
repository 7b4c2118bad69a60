import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/service/start-service.ts';
import { ORIGINALS_FOLDER, originalFile } from '../originals/originals.ts';
import { PEERS_FOLDER, type PeerKind } from './peer.ts';
import { startPeer } from './start-peer.ts';

const MANIFEST = join(PEERS_FOLDER, 'node_modules/ipx/package.json');
const FORMATS = { jpg: 'jpeg', webp: 'webp', avif: 'avif' } as const;

/** ipx (npm), in its own Node process over the folder. */
export const IPX: PeerKind = {
  findVersion: () =>
    existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')).version : undefined,
  async start() {
    const port = await freePort();
    const script = join(import.meta.dirname, 'serve-ipx.mjs');
    const peer = await startPeer(process.execPath, [script], port, {
      PORT: String(port),
      ROOT: ORIGINALS_FOLDER,
      PACKAGES: PEERS_FOLDER,
    });
    return {
      ...peer,
      url: (work, width, quality) => {
        const size = work.height ? `s_${width}x${work.height},fit_cover` : `w_${width}`;
        const setting = quality === undefined ? '' : `,q_${quality}`;
        const file = originalFile(work);
        return `http://127.0.0.1:${port}/${size},f_${FORMATS[work.format]}${setting}/${file}`;
      },
    };
  },
};
