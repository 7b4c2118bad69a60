import type { OperatorServices } from './operator-services.ts';

/**
 * Those of a stack, or else of a data folder; of the two only what is asked for is loaded: the
 * clients of AWS take a second.
 */
export async function openServices({
  stack,
  data,
}: {
  readonly stack?: string;
  readonly data: string;
}): Promise<OperatorServices> {
  if (stack) return (await import('./open-stack.ts')).openStack(stack);
  return (await import('./open-data-folder.ts')).openDataFolder(data);
}
