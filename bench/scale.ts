/**
 * `npm run bench -- scale`: whether DynamoDB bears the loads of the service. The adapters
 * themselves run over an emulator. Each request's keys, sizes and transactions are added up by hash
 * key and item, and compared with DynamoDB's limits. The emulator's times mean nothing and are not
 * read. Ends with 1 if a limit is exceeded. Needs Python 3.11.
 */
import { join } from 'node:path';
import { startMinistack } from '../test/support/cloud/ministack.ts';
import { openTables } from '../test/support/cloud/open-tables.ts';
import { findHottest } from './scale/dynamo-limits.ts';
import { type Meter, meterClient } from './scale/metered-client.ts';
import { SCENARIOS, type Scenario } from './scale/scenarios.ts';

const UNITS = {
  writeUnits: 'write units a second of one hash key',
  readUnits: 'read units a second of one hash key',
  transactions: 'transactions a second of one item',
} as const;

async function measure({ run, calls }: Scenario): Promise<Meter['loads']> {
  const { first, names, remove } = await openTables();
  const meter = meterClient(first, names);
  await run(meter, names, calls);
  await remove();
  return meter.loads;
}

/** Ids are different each time: of a name its kind and its shard. */
function kindOf(name: string): string {
  return name.replace(/((?:img|tmp)_)[a-z2-7]+/g, '$1…').replace(/#[\w-]{43}/, '#<hash>');
}

async function benchScale(): Promise<boolean> {
  let isOver = false;
  console.log('| load | a second | measure | hottest | comes to | limit | |');
  console.log('|---|---|---|---|---|---|---|');
  for (const scenario of SCENARIOS) {
    const loads = await measure(scenario);
    for (const rate of scenario.rates) {
      for (const entry of findHottest(loads, scenario.calls, rate)) {
        isOver ||= entry.isOver;
        const cells = [
          scenario.title,
          rate,
          UNITS[entry.measure],
          `\`${kindOf(entry.name)}\``,
          Math.ceil(entry.perSecond * 10) / 10,
          entry.limit,
          entry.isOver ? '**over**' : 'holds',
        ];
        console.log(`| ${cells.join(' | ')} |`);
      }
    }
  }
  return isOver;
}

const ministack = process.env.AWS_ENDPOINT_URL
  ? undefined
  : await startMinistack(join(import.meta.dirname, '..', '.cloud'));
Object.assign(process.env, ministack?.env);
try {
  if (await benchScale()) process.exitCode = 1;
} finally {
  await ministack?.stop();
}
