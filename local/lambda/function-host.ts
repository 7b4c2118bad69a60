/** The entry of every host of functions: a thread of the service, or a process that it forked. */
import { openHostChannel } from './host-channel.ts';
import { defineLambdaGlobals } from './lambda-globals.ts';
import { runFunctionHost } from './run-function-host.ts';

const channel = openHostChannel();
defineLambdaGlobals();
// loaded only now: function code may look for Lambda's globals while it loads
const { FUNCTIONS } = await import('./functions.ts');
const { createLocalServices } = await import('./local-services.ts');
await runFunctionHost({ functions: FUNCTIONS, createServices: createLocalServices }, channel);
