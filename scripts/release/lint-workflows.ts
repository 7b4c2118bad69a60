/**
 * `npm run lint:workflows`: actionlint over the workflow files. Needs Go and, the first time, the
 * network.
 */
import { spawnSync } from 'node:child_process';

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';

const { status, error } = spawnSync('go', ['run', ACTIONLINT], { stdio: 'inherit' });
if (error) console.error(`missing: Go of at least 1.24 (${error.message})`);
else if (status === 0) console.log('actionlint finds nothing');
process.exitCode = status ?? 1;
