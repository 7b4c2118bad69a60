/**
 * The entry of every function process: `function-process <function> <light|heavy> <settings as
 * JSON>`.
 */
import { defineLambdaGlobals, ignoreSignals } from './prepare-process.ts';
import { runFunctionProcess } from './run-function-process.ts';

ignoreSignals();
defineLambdaGlobals();
// loaded only now: function code may look for Lambda's globals while it loads
const { FUNCTIONS } = await import('./functions.ts');
const { createLocalServices } = await import('../services.ts');
const tables = { functions: FUNCTIONS, createServices: createLocalServices };
await runFunctionProcess(tables, process.argv.slice(2));
