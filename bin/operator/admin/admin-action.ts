import type { Command } from 'commander';
import { AdminError } from './admin-error.ts';
import type { AdminServices } from './admin-services.ts';
import type { Printed } from './print.ts';

/** The options of a command and of those above it. */
export interface AdminOptions {
  readonly data?: string;
  readonly stack?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly reason?: string;
  readonly cursor?: string;
  readonly limit?: number;
  readonly queue?: string;
  readonly all?: boolean;
}

export interface AdminCall {
  readonly services: AdminServices;
  readonly options: AdminOptions;
  readonly args: readonly string[];
}

/** Of the two only what is asked for is loaded: the clients of AWS take a second. */
async function openServices({ stack, data }: AdminOptions): Promise<AdminServices> {
  if (stack !== undefined && data !== undefined) {
    throw new AdminError('usage', 'either --stack or --data, not both');
  }
  if (stack === undefined) {
    const { openAdminFolder } = await import('./open-admin-folder.ts');
    return openAdminFolder(data ?? process.env.DATA_DIR ?? '.data');
  }
  const { openAdminStack } = await import('./open-admin-stack.ts');
  return openAdminStack(stack, (line) => console.error(line));
}

/** Runs a command over the services that its options name, and prints what it answers. */
export function adminAction(run: (call: AdminCall) => Promise<Printed>) {
  return async (...passed: unknown[]): Promise<void> => {
    const command = passed.at(-1) as Command;
    const args = passed.slice(0, -2).flat() as string[];
    const options = command.optsWithGlobals<AdminOptions>();
    const services = await openServices(options);
    try {
      const { json, text } = await run({ services, options, args });
      console.log(options.json ? JSON.stringify(json, null, 2) : text);
    } finally {
      services.close();
    }
  };
}

/** The value of an option that counts. */
export function countOption(max: number) {
  return (text: string): number => {
    if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= max) return Number(text);
    throw new AdminError('usage', `--limit takes 1 to ${max}, not ${text}`);
  };
}
