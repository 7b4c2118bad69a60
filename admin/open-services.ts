import type { OperatorServices } from './operator-services.ts';

/**
 * The services of a stack, or else of a data folder. Only the requested one is loaded: the clients
 * of AWS take a second.
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
