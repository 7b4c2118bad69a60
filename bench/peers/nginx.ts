import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BENCH_FOLDER } from '../originals/originals.ts';
import { findProgram } from './peer.ts';
import { startPeer } from './start-peer.ts';

const PORT = 8_099;
/** Outside of a user's PATH. */
const SYSTEM = '/usr/sbin/nginx';

/** Debian's nginx; undefined where it is not installed. */
export const findNginx = () => findProgram('nginx') ?? [SYSTEM].find(existsSync);

/** As cheap as it is: one worker, no log, the file kept open. */
function settingsOf(folder: string, root: string): string {
  return `
daemon off; worker_processes 1; pid ${folder}/pid; error_log /dev/null;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=10 inactive=1h; types { image/webp webp; }
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${PORT}; root ${root}; }
}
`;
}

/** Starts nginx with one file; its address. */
export async function startNginx(program: string, file: string) {
  const folder = join(BENCH_FOLDER, 'nginx');
  mkdirSync(folder, { recursive: true });
  const settings = join(folder, 'nginx.conf');
  writeFileSync(settings, settingsOf(folder, dirname(file)));
  const { pid, stop } = await startPeer(program, ['-p', folder, '-c', settings], PORT, {});
  return { pid, stop, url: `http://127.0.0.1:${PORT}/${basename(file)}` };
}
