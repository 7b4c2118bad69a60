/** The entry of the hosts of these tests: functions that do what functions shouldn't. */
import { openHostChannel } from '../../../local/lambda/host-channel.ts';
import { defineLambdaGlobals } from '../../../local/lambda/lambda-globals.ts';
import { runFunctionHost } from '../../../local/lambda/run-function-host.ts';

const channel = openHostChannel();
defineLambdaGlobals();
const { FIXTURE_FUNCTIONS, createFixtureServices } = await import('./fixture-functions.ts');
const tables = { functions: FIXTURE_FUNCTIONS, createServices: createFixtureServices };
await runFunctionHost(tables, channel);
