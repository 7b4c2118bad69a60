import { describe, expect, it } from 'vitest';
import type { Cures } from '../../../../core/ports/projects/operator-commands.ts';
import { commandForLog, operatorHints } from '../../../../core/use-cases/access/operator-hints.ts';
import { AWS_OPERATOR_COMMANDS } from '../../../../lambdas/composition/operator-commands.ts';
import { createLocalOperatorCommands } from '../../../../local/operator-commands.ts';

const PROJECT = { projectId: 'prj_1', accountId: 'acc_1', isDefault: false } as const;
const ORIGIN = 'https://app.example.com';
/** Each command; a new one has a line here, or this doesn't compile. */
const PICKS: Readonly<Record<keyof Cures, (cures: Cures) => string>> = {
  allowOrigin: (cures) => cures.allowOrigin(ORIGIN, PROJECT),
  liftPlan: (cures) => cures.liftPlan(PROJECT),
};
const words = { run: (command: string) => `Run ${command}`, ask: 'Ask who runs this service.' };

describe.each(Object.entries(PICKS))('the hints with the command %s', (_, pick) => {
  it('name no command to strangers of a stack, and none for its machine (errors.operator-hints)', () => {
    const hints = operatorHints(AWS_OPERATOR_COMMANDS, { pick, ...words, hasApiKey: false });
    expect(hints).toEqual({ hint: words.ask });
  });

  it('name the command of a stack to an API key and to the log (errors.operator-hints)', () => {
    const hints = operatorHints(AWS_OPERATOR_COMMANDS, { pick, ...words, hasApiKey: true });
    expect(hints).toEqual({ hint: `Run ${commandForLog(AWS_OPERATOR_COMMANDS, pick)}` });
    expect(hints.hint).toContain('npx imagewell');
  });

  it.each(['/srv/my images', '.data'])(
    'name the folder %s to its own machine and to the log alone (errors.operator-hints)',
    (folder) => {
      const commands = createLocalOperatorCommands(folder);
      const known = operatorHints(commands, { pick, ...words, hasApiKey: true });
      const strange = operatorHints(commands, { pick, ...words, hasApiKey: false });
      expect(strange.hint).toBe(words.ask);
      expect(known.hint).toContain('npx imagewell');
      expect(known.hint).not.toContain(folder);
      expect(known.machineHint).toBe(`Run ${commandForLog(commands, pick)}`);
      if (folder !== '.data') expect(known.machineHint).toContain(`--data '${folder}'`);
      expect(strange.machineHint).toBe(known.machineHint);
    },
  );
});
