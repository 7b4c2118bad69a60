import { CommandError } from '../command-error.ts';
import { isInteractive, type Machine } from '../machine.ts';

/** The prompts are loaded only for a question. */
async function prompts({ stdin, stderr }: Machine) {
  const { confirm, isCancel, select, text } = await import('@clack/prompts');
  const answered = <T>(value: T | symbol): T => {
    if (isCancel(value)) throw new CommandError('interrupted', 'Nothing was changed.');
    return value as T;
  };
  const streams = { input: stdin, output: stderr };
  return { confirm, select, text, answered, streams };
}

function requireTerminal(machine: Machine, question: string): void {
  if (isInteractive(machine)) return;
  const message = `${question} Confirmation requires a terminal.`;
  throw new CommandError('usage', message, 'Add --yes to confirm.');
}

/** Returns if the user confirms, or gave --yes, which scripts must. */
export async function confirmed(
  machine: Machine,
  question: string,
  isYes?: boolean,
): Promise<void> {
  if (isYes) return;
  requireTerminal(machine, question);
  const { confirm, answered, streams } = await prompts(machine);
  const isSure = answered(await confirm({ message: question, initialValue: false, ...streams }));
  if (!isSure) throw new CommandError('interrupted', 'Nothing was changed.');
}

/** Returns if the user types the name, or gave --yes, which scripts must. */
export async function typedName(
  machine: Machine,
  question: string,
  { name, isYes }: { readonly name: string; readonly isYes: boolean | undefined },
): Promise<void> {
  if (isYes) return;
  requireTerminal(machine, question);
  const { text, answered, streams } = await prompts(machine);
  const typed = answered(await text({ message: question, placeholder: name, ...streams }));
  if (typed !== name)
    throw new CommandError('interrupted', 'The name does not match. Nothing was changed.');
}

/** The option that the user picks; undefined without a terminal. */
export function picker(machine: Machine, message: string) {
  if (!isInteractive(machine)) return undefined;
  return async (from: readonly { readonly projectId: string; readonly name: string }[]) => {
    const { select, answered, streams } = await prompts(machine);
    const options = from.map(({ projectId, name }) => ({
      value: projectId,
      label: name,
      hint: projectId,
    }));
    return answered<string>(await select({ message, options, ...streams }));
  };
}
