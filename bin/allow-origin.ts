/** `npm run allow-origin -- https://app.example.com [--data DIR]`: adds a web origin to the local project's list. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteProjectStore } from '../adapters/project-store/sqlite.ts';
import { listFaults } from '../core/contract/fault-list.ts';
import { findOriginFaults } from '../core/projects/allowed-origins.ts';
import { LOCAL_ACCOUNT_ID } from '../local/local-account.ts';
import { openRecords } from '../local/open-records.ts';

const { values, positionals } = parseArgs({
  options: { data: { type: 'string', default: process.env.DATA_DIR ?? '.data' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('usage: npm run allow-origin -- https://app.example.com [--data DIR]');
  process.exit(1);
}
const projects = createSqliteProjectStore(openRecords(resolve(values.data)));
const [project] = await projects.listProjects(LOCAL_ACCOUNT_ID);
if (!project) {
  console.error(`${values.data} has no project yet; run npm start first`);
  process.exit(1);
}
const origins = [...new Set([...project.allowedOrigins, ...positionals])];
const faults = listFaults(findOriginFaults, origins).told;
if (faults.length > 0) {
  const lines = faults.map(({ pointer, detail }) => {
    const origin = origins[Number(pointer.slice(1))];
    return origin === undefined || pointer === '' ? detail : `${origin}: ${detail}`;
  });
  console.error(lines.join('\n'));
  process.exit(1);
}
await projects.setAllowedOrigins(project.projectId, origins);
console.log(`allowed origins of ${project.projectId}: ${origins.join(' ')}`);
