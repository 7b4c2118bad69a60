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
const HEAD = { 'content-type': 'image/webp', 'content-length': inMemory.length };
const server = createServer((request, response) => {
  // the floor of a hit: no promise, and no object of its own for a request
  if (request.url === '/memory') return void response.writeHead(200, HEAD).end(inMemory);
  return void readFile(path).then((body) => response.writeHead(200, HEAD).end(body));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
