/**
 * A Lambda function in a process of its own: loads the handler that _HANDLER names below
 * LAMBDA_TASK_ROOT, then takes an invocation a line on standard input and answers each with a line
 * on the file whose number is its argument.
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';

const { env, argv, stdin } = process;
const [, , answers] = argv;
const STREAMS = Symbol('streams');
/** Between the head and the body of an answer that is streamed. */
const DELIMITER = Buffer.alloc(8);

const answer = (message) => {
  let left = Buffer.from(`${JSON.stringify(message)}\n`);
  while (left.length > 0) left = left.subarray(writeSync(Number(answers), left));
};

const describeError = (error) => ({
  errorType: error?.name ?? typeof error,
  errorMessage: error?.message ?? String(error),
  trace: error?.stack?.split('\n') ?? [],
});

/** As AWS's images define it, whatever the invoke mode of the Function URL is. */
globalThis.awslambda = {
  streamifyResponse: (handler) => Object.assign(handler, { [STREAMS]: true }),
  HttpResponseStream: {
    from(stream, head) {
      stream.write(Buffer.concat([Buffer.from(JSON.stringify(head)), DELIMITER]));
      return stream;
    },
  },
};

async function loadHandler() {
  const [file, name] = env._HANDLER.split('.');
  const failures = [];
  for (const extension of ['mjs', 'js', 'cjs']) {
    const url = pathToFileURL(join(env.LAMBDA_TASK_ROOT, `${file}.${extension}`)).href;
    try {
      return (await import(url))[name];
    } catch (error) {
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== url) throw error;
      failures.push(error.message);
    }
  }
  throw new Error(failures.join('; '));
}

async function collect(handler, event, context) {
  const stream = new PassThrough();
  const parts = [];
  stream.on('data', (part) => parts.push(part));
  const ended = new Promise((done) => stream.once('end', done));
  await handler(event, stream, context);
  stream.end();
  await ended;
  return Buffer.concat(parts);
}

async function invoke(handler, message) {
  const end = Date.now() + message['timeout-ms'];
  const context = {
    awsRequestId: message['invoke-id'],
    invokedFunctionArn: message['invoked-function-arn'],
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
  };
  env._X_AMZN_TRACE_ID = message['trace-id'];
  const event = JSON.parse(message.payload);
  if (handler[STREAMS]) return collect(handler, event, context);
  return Buffer.from(JSON.stringify((await handler(event, context)) ?? null));
}

let handler;
try {
  handler = await loadHandler();
  answer({ ready: true });
} catch (error) {
  answer({ error: describeError(error) });
  process.exit(1);
}
for await (const line of createInterface({ input: stdin })) {
  try {
    const result = await invoke(handler, JSON.parse(line));
    answer({ result: result.toString('base64') });
  } catch (error) {
    console.error(error);
    answer({ error: describeError(error) });
  }
}
// the input ended: no reader is left, whatever keeps this process busy
process.exit(0);
