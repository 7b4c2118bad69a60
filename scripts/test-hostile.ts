/** `npm run test:hostile`: throws hostile files, texts and requests at its own service. */
import { parseArgs } from 'node:util';
import { attackService } from '../test/support/hostile/attack-service.ts';
import { attackBeside } from '../test/support/hostile/attacks/beside-attackers.ts';

const QUICK = { mutants: 210, convertedMutants: 60, examples: 30 } as const;
const FULL = { mutants: 800, convertedMutants: 5_000, examples: 3_000 } as const;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes whole numbers, not ${text}`);
  return Number(text);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      examples: { type: 'string' },
      mutants: { type: 'string' },
      'converted-mutants': { type: 'string' },
      seeds: { type: 'string' },
      'only-files': { type: 'boolean', default: false },
      'only-requests': { type: 'boolean', default: false },
      beside: { type: 'boolean', default: false },
    },
  });
  const base = values.quick ? QUICK : FULL;
  const seeds = (values.seeds ?? '1,2').split(',').map((seed) => wholeNumber('--seeds', seed));
  return {
    seeds,
    mutants: wholeNumber('--mutants', values.mutants ?? String(base.mutants)),
    convertedMutants: wholeNumber(
      '--converted-mutants',
      values['converted-mutants'] ?? String(base.convertedMutants),
    ),
    examples: wholeNumber('--examples', values.examples ?? String(base.examples)),
    isBeside: values.beside,
    hasFiles: !values['only-requests'],
    hasRequests: !values['only-files'],
  };
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const options = { ...readOptions(), signal: stop.signal };
  if (options.isBeside) {
    process.exit((await attackBeside((line) => console.log(line))) ? 0 : 1);
  }
  const tally = await attackService(options, (line) => console.log(line));
  console.log(`${tally.passed()} passed, ${tally.failed()} failed`);
  process.exitCode = tally.failed() === 0 && tally.passed() > 0 ? 0 : 1;
} catch (error) {
  console.log(`test:hostile: ${(error as Error).message}`);
  process.exitCode = 1;
}
