/**
 * Writes the generated documents and the generated parts of the client and the console, or with
 * --check says which of them is not current.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildOpenApi } from '../core/api/openapi.ts';
import { describeSettingsSchema } from '../local/settings/settings-schema.ts';
import { brunoFiles } from './bruno/describe-bruno.ts';
import { PAGES_WITH_INPUT } from './client/describe-accepted-types.ts';
import { clientFiles } from './client/generate-client.ts';
import { CONSOLE_FILES } from './console/generate-console.ts';
import {
  describeConfiguration,
  describeCosts,
  describeDeploy,
  describeTransformations,
} from './describe.ts';
import { describeApiRules } from './describe-api-rules.ts';
import { callPages, describeCalls } from './describe-calls.ts';
import { describeCommandLine } from './describe-command-line.ts';
import { describeDecisions } from './describe-decisions.ts';
import { describeErrors } from './describe-errors.ts';
import { describeEvents } from './describe-events.ts';
import { describePromises } from './describe-promises.ts';
import { describeDoctor } from './doctor/describe-doctor.ts';
import { describeDrawable, describeLetters } from './font/describe-drawable.ts';
import { describeCountedResources } from './quotas/count-resources.ts';
import { describeQuotas } from './quotas/describe-quotas.ts';
import { describeTranslations } from './translate/describe-translations.ts';

const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/openapi.json': () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`,
  'docs/contract.md': describeApiRules,
  'docs/calls.md': describeCalls,
  ...callPages(buildOpenApi()),
  'docs/cli.md': describeCommandLine,
  'docs/transformations.md': describeTransformations,
  'docs/guides/addresses.md': describeTranslations,
  'docs/errors.md': describeErrors,
  'docs/configuration.md': describeConfiguration,
  'docs/settings.schema.json': () => `${JSON.stringify(describeSettingsSchema(), null, 2)}\n`,
  'docs/costs.md': describeCosts,
  'docs/decisions/README.md': describeDecisions,
  'lib/quotas/generated/counted-resources.ts': describeCountedResources,
  'docs/guides/quotas.md': describeQuotas,
  'docs/deploy.md': () => describeDoctor(describeDeploy(readFileSync('docs/deploy.md', 'utf8'))),
  'docs/events.md': () => describeEvents(readFileSync('docs/events.md', 'utf8')),
  'SECURITY.md': () => describePromises(readFileSync('SECURITY.md', 'utf8')),
  'core/transform/text/generated/drawable-ranges.ts': describeDrawable,
  'cli/translate/text/generated/font-letters.ts': describeLetters,
  ...brunoFiles(),
  ...clientFiles(buildOpenApi()),
  ...CONSOLE_FILES,
  ...PAGES_WITH_INPUT,
};

const mayWrite = !process.argv.includes('--check');
const stale = Object.entries(DOCUMENTS).filter(([path, build]) => {
  const text = build();
  const isCurrent = (() => {
    try {
      return readFileSync(path, 'utf8') === text;
    } catch {
      return false;
    }
  })();
  if (!isCurrent && mayWrite) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return !isCurrent;
});

for (const [path] of stale) console.log(`${mayWrite ? 'written' : 'not current'}: ${path}`);
if (!mayWrite && stale.length > 0) {
  console.log('run: npm run generate');
  process.exitCode = 1;
}
