import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProgram } from './service-program.ts';

/** Names of the files of a packed program, below its folder. */
export const PACKED = {
  edge: 'functions/edge.js',
  oldRequest: 'functions/old-request.js',
  viewerResponse: 'functions/viewer-response.js',
  privateRequest: 'functions/private-request.js',
  privateResponse: 'functions/private-response.js',
  site: 'functions/site.js',
  functions: 'functions/function-host.js',
  console: 'console',
  docs: 'docs',
  cli: 'cli.js',
} as const;

/** The program of a package: everything in it was built when it was packed. */
export function packedProgram(folder: string, version: string): ServiceProgram {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    version,
    openFunctions: async () => ({
      edgeCode: read(PACKED.edge),
      oldRequestCode: read(PACKED.oldRequest),
      viewerResponseCode: read(PACKED.viewerResponse),
      privateRequestCode: read(PACKED.privateRequest),
      privateResponseCode: read(PACKED.privateResponse),
      hostPath: join(folder, PACKED.functions),
    }),
    readSiteFunction: async () => read(PACKED.site),
    openConsole: async () => join(folder, PACKED.console),
    docsFolder: join(folder, PACKED.docs),
    docs: undefined,
    samples: [join(folder, PACKED.cli), 'admin', 'sample'],
  };
}
