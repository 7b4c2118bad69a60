import { LIMITS } from '../../../../core/foundation/limits.ts';
import { EXPECTED_RIGHTS } from './expected-rights.ts';
import { functionsOf, rightsByLine, rightsOf, SITE_WRITER } from './rights.ts';
import {
  all,
  get,
  listAt,
  only,
  type Resource,
  references,
  show,
  type Template,
} from './template.ts';

/** AWS Lambda quotas: a new account's functions get no more memory. */
const MAX_MEMORY_MB = 3008;
const OWN = /^(logs:(CreateLogStream|PutLogEvents) <\w+Logs>|xray:Put\w+ \*)$/;
/** AWS's service authorization reference: neither has a resource. */
const HAS_NO_RESOURCE = new Set([
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'dynamodb:ListStreams',
  'rekognition:DetectModerationLabels',
  'rekognition:DetectFaces',
  'rekognition:DetectLabels',
]);

/** Each function has exactly the permissions of the list that is written by hand. */
export function checkRights(template: Template, rights = EXPECTED_RIGHTS): string[] {
  const found = functionsOf(template).flatMap(([name, fn]) => {
    const lines = rightsByLine(template, fn).filter((line) => !OWN.test(line));
    const expected = rights[name] ?? [];
    return [
      ...lines.filter((line) => !expected.includes(line)).map((line) => `${name}: more: ${line}`),
      ...expected.filter((line) => !lines.includes(line)).map((line) => `${name}: less: ${line}`),
    ];
  });
  const names = functionsOf(template).map(([name]) => name);
  const missing = Object.keys(rights).filter((name) => !names.includes(name));
  return [...found, ...missing.map((name) => `${name}: no such function`)];
}

/** No action and no resource is a bare `*`, nor an action a pattern. */
export function checkNoStars(template: Template): string[] {
  return functionsOf(template).flatMap(([name, fn]) =>
    rightsOf(template, fn).flatMap(({ actions, resources }) => [
      ...actions.filter((action) => action.includes('*')).map((action) => `${name}: ${action}`),
      ...(resources.includes('*')
        ? actions.filter((action) => !HAS_NO_RESOURCE.has(action))
        : []
      ).map((entry) => `${name}: ${entry} on *`),
    ]),
  );
}

/** A role for each function, with no policy of AWS on it. */
export function checkRoles(template: Template): string[] {
  const roles = functionsOf(template).map(([, fn]) => references(fn.Properties.Role)[0] ?? '');
  const shared = roles.filter((role, at) => roles.indexOf(role) !== at);
  const managed = roles.filter((role) => template.Resources[role]?.Properties.ManagedPolicyArns);
  return [
    ...shared.map((role) => `${role} is shared`),
    ...managed.map((role) => `${role} has AWS's`),
  ];
}

/** A log may be of any length, and the site has many files; whatever else takes minutes hangs. */
function longestMs(name: string): number {
  return ['meteraccesslogs', SITE_WRITER].includes(name)
    ? LIMITS.meteringTimeoutMs
    : LIMITS.purgeTimeoutMs;
}

/** Runtime, processor, memory, timeout, traces and a log that ends. */
export function checkFunctions(template: Template): string[] {
  return functionsOf(template).flatMap(([name, { Properties: fn }]) => {
    const [log = ''] = references(get(fn, 'LoggingConfig.LogGroup'));
    const rules: [boolean, string][] = [
      [fn.Runtime === 'nodejs24.x', 'runtime'],
      [get(fn, 'Architectures.0') === 'arm64', 'architecture'],
      [(fn.MemorySize as number) <= MAX_MEMORY_MB, 'memory'],
      [(fn.Timeout as number) * 1000 <= longestMs(name), 'timeout'],
      // the writer of the site runs within a deploy, and in no request
      [get(fn, 'TracingConfig.Mode') === 'Active' || name === SITE_WRITER, 'tracing'],
      [fn.ReservedConcurrentExecutions === undefined, 'a reservation, which a new account refuses'],
      [get(template.Resources[log], 'Properties.RetentionInDays') === 30, 'log retention'],
      [get(fn, 'LoggingConfig.LogFormat') === 'JSON', 'log format'],
      [get(fn, 'LoggingConfig.SystemLogLevel') === 'WARN', 'log lines of the platform'],
      [get(fn, 'LoggingConfig.ApplicationLogLevel') === 'INFO', 'log lines of its own'],
    ];
    return rules.flatMap(([isRight, what]) => (isRight ? [] : [`${name}: ${what}`]));
  });
}

/**
 * The renderer has time for sending after its work; its worker has the time of the work alone.
 * Deletions rely on it.
 */
export function checkRenderTimes(template: Template): string[] {
  const secondsOf = (name: string) =>
    functionsOf(template).find(([candidate]) => candidate === name)?.[1].Properties
      .Timeout as number;
  const rules: [boolean, string][] = [
    [secondsOf('renderimage') * 1000 === LIMITS.deliveryFunctionMs, 'the time of the wire'],
    [secondsOf('renderqueued') * 1000 === LIMITS.deliveryWorkMs, 'the deadline of work'],
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

/** The renderer and its dependencies never name the distribution: that would be a cycle. */
export function checkRendererKnowsNoCdn(template: Template): string[] {
  const renderer = functionsOf(template).find(([name]) => name === 'renderimage')?.[1];
  return references(renderer?.Properties).filter((id) => id.startsWith('Delivery'));
}

/** Nothing waits for itself. */
export function checkNoCycles({ Resources }: Template): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (id: string, path: readonly string[]) => {
    if (path.includes(id)) cycles.push([...path, id].join(' -> '));
    if (done.has(id) || path.includes(id)) return;
    const { Properties, DependsOn = [] } = Resources[id] ?? { Properties: {} };
    for (const next of [...references(Properties), DependsOn].flat()) {
      if (Resources[next]) visit(next, [...path, id]);
    }
    done.add(id);
  };
  for (const id of Object.keys(Resources)) visit(id, []);
  return cycles;
}

/** Every log ends. */
export function checkLogs(template: Template): string[] {
  return all(template, 'AWS::Logs::LogGroup').flatMap(([id, { Properties }]) =>
    Properties?.RetentionInDays === undefined ? [`${id} is kept for ever`] : [],
  );
}

/** Queue, dead letters and stream: nothing is lost, one failure doesn't repeat a whole batch. */
export function checkPurge(template: Template): string[] {
  const queue = only(template, 'AWS::SQS::Queue', 'PurgeQueue').Properties;
  const mappings = all(template, 'AWS::Lambda::EventSourceMapping').map(
    ([, entry]) => entry.Properties,
  );
  const stream = mappings.find((mapping) => mapping.FilterCriteria);
  const rules: [boolean, string][] = [
    [get(queue, 'RedrivePolicy.deadLetterTargetArn') !== undefined, 'no dead letters'],
    [(queue.VisibilityTimeout as number) * 1000 >= LIMITS.purgeTimeoutMs, 'visible too soon'],
    [
      mappings.every((mapping) =>
        listAt(mapping, 'FunctionResponseTypes').includes('ReportBatchItemFailures'),
      ),
      'whole batches fail',
    ],
    [get(stream, 'DestinationConfig.OnFailure.Destination') !== undefined, 'changes get lost'],
    [
      get(stream, 'FilterCriteria.Filters.0.Pattern') ===
        '{"dynamodb":{"NewImage":{"purge":{"S":[{"exists":true}]}}}}',
      'filter',
    ],
    [
      ['Purge', 'Sweeper'].every((name) =>
        all(template, 'AWS::Events::Rule').some(
          ([id, rule]) =>
            id.startsWith(name) && rule.Properties.ScheduleExpression === 'rate(15 minutes)',
        ),
      ),
      'no schedule',
    ],
    [
      all(template, 'AWS::SQS::Queue').every(
        ([, candidate]) => candidate.Properties.SqsManagedSseEnabled === true,
      ),
      'unencrypted',
    ],
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

/**
 * Background renders run once, on few workers, and are given up in the end. No second one starts
 * while the first still runs.
 */
export function checkQueuedRenders(template: Template): string[] {
  const queue = only(template, 'AWS::SQS::Queue', 'QueuedRendersQueue').Properties;
  const dead = only(template, 'AWS::SQS::Queue', 'QueuedRendersDeadRenders').Properties;
  const mapping = only(template, 'AWS::Lambda::EventSourceMapping', 'renderqueued').Properties;
  const rules: [boolean, string][] = [
    [queue.FifoQueue === true && dead.FifoQueue === true, 'takes a second for the same'],
    [get(queue, 'RedrivePolicy.deadLetterTargetArn') !== undefined, 'no dead letters'],
    [(queue.VisibilityTimeout as number) * 1000 > LIMITS.renditionLeaseMs, 'visible too soon'],
    [(queue.VisibilityTimeout as number) * 1000 > LIMITS.deliveryWorkMs, 'visible too soon'],
    [mapping.BatchSize === 1, 'more at once than there is time for'],
    [get(mapping, 'ScalingConfig.MaximumConcurrency') === 2, 'takes the executions of viewers'],
  ];
  return rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));
}

const REMOVES_IMAGES = /^s3:DeleteObject\S* <StorageOriginals>\/(img_|\*)/;

/**
 * The image of an image is removed by the purge of a deletion alone (security.least-privilege);
 * the sweep of temporary images can't.
 */
export function checkRemovers(template: Template): string[] {
  return functionsOf(template).flatMap(([name, fn]) => {
    const mayRemove = rightsByLine(template, fn).some((right) => REMOVES_IMAGES.test(right));
    return mayRemove === (name === 'purgeimage') ? [] : [name];
  });
}

/** To which functions a function's messages come, by the queues that it may send to. */
function nextOf(template: Template, fn: Resource): string[] {
  const queues = rightsOf(template, fn)
    .filter(({ actions }) => actions.includes('sqs:SendMessage'))
    .flatMap(({ resources }) => resources);
  return all(template, 'AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => queues.includes(show(Properties.EventSourceArn)))
    .flatMap(([, { Properties }]) => references(Properties.FunctionName));
}

/**
 * AWS Lambda ends a chain function, queue, the same function after 16 runs unless the function
 * allows it. Those that are on such a way, over others too, and no others, allow it.
 */
export function checkRecursiveLoops(template: Template): string[] {
  const functions = new Map(all(template, 'AWS::Lambda::Function'));
  const isOnLoop = (id: string) => {
    const seen = new Set<string>();
    const remaining = [id];
    for (let at = remaining.pop(); at; at = remaining.pop()) {
      const fn = functions.get(at);
      for (const next of fn ? nextOf(template, fn) : []) {
        if (next === id) return true;
        if (!seen.has(next)) remaining.push(next);
        seen.add(next);
      }
    }
    return false;
  };
  return [...functions].flatMap(([id, { Properties }]) => {
    const expected = isOnLoop(id) ? 'Allow' : undefined;
    const name = id.replace(/[0-9A-F]{8}$/, '');
    return Properties.RecursiveLoop === expected ? [] : [`${name}: ${Properties.RecursiveLoop}`];
  });
}
