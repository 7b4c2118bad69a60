/**
 * `node serve-file.ts PATH`: answers every GET by a read of a file, and `/memory` with the file in
 * memory. It is forked, and sends its port to its parent.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , path = ''] = process.argv;
const inMemory = readFileSync(path);
const server = createServer(async (request, response) => {
  const body = request.url === '/memory' ? inMemory : await readFile(path);
  response.writeHead(200, { 'content-type': 'image/webp', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
