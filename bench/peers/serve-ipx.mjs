/**
 * Serves the folder ROOT by ipx of the packages in PACKAGES, at PORT of the loopback interface. In
 * JavaScript: the package is not among ours, so its types are unknown here.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { PACKAGES = '', PORT, ROOT } = process.env;
const packages = createRequire(`${PACKAGES}/`);
const ipx = await import(pathToFileURL(packages.resolve('ipx')).href);
const storage = ipx.ipxFSStorage({ dir: ROOT });
createServer(ipx.createIPXNodeServer(ipx.createIPX({ storage }))).listen(Number(PORT), '127.0.0.1');
