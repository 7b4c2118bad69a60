import type { Context } from 'aws-lambda';

const MEMORY_MB = '1024';

function refuseCallback(): never {
  throw new Error('callbacks are not supported; return a promise');
}

/**
 * The context of one invocation, as Lambda gives it; the remaining time counts from when the
 * request arrived.
 */
export function createLambdaContext(
  functionName: string,
  requestId: string,
  deadlineAt: number,
): Context {
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: MEMORY_MB,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadlineAt - Date.now()),
    done: refuseCallback,
    fail: refuseCallback,
    succeed: refuseCallback,
  };
}
