import { describe, expect, it } from 'vitest';
import { MAX_AVIF_MEMORY_BYTES } from '../../../../adapters/avif/decode-avif.ts';
import { MAX_HEIC_MEMORY_BYTES } from '../../../../adapters/heif/decode-heic.ts';
import { MAX_DRAWING_MEMORY_BYTES } from '../../../../adapters/svg/drawing-thread.ts';
import { API_FUNCTIONS } from '../../../../core/api/endpoints.ts';
import { API_ROUTES } from '../../../../local/api-gateway/api-routes.ts';
import {
  FUNCTION_BOUNDS,
  MAX_HOSTS,
  USER_FUNCTION,
} from '../../../../local/lambda/function-bounds.ts';
import { MAX_PROCESS_BYTES, MAX_THREAD_BYTES } from '../../../../local/lambda/function-pool.ts';
import { FUNCTIONS } from '../../../../local/lambda/functions.ts';
import { PLACES } from '../../../../local/lambda/places.ts';

const PERSON_CALLS = API_FUNCTIONS.filter((name) =>
  ['account-and-team-calls', 'project-calls', 'project-key-calls', 'webhook-calls'].includes(name),
);
/** Every function that asks for the engine, in AWS by its layer of sharp. */
const DECODING = ['render-image', 'upload-from-url', 'upload-key-calls', 'upload-temporary-image'];
/** Of another site's pace, and in the background. */
const SLOWER = ['upload-from-url', 'purge-image', 'sweep-temporary-images'];
/** These many processes at their peak stay below 2 GiB (security.deadline-kills). */
const MOST_PROCESSES = 5;

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** Of the service itself: with all of its threads it had 117 MiB under load. */
const OWN_BYTES = 128 * MIB;
/** Of a thread that answers calls. */
const USUAL_THREAD_BYTES = 20 * MIB;
const THREADS = MAX_HOSTS.calls + MAX_HOSTS.delivery + MAX_HOSTS.bodies;

describe('the memory of the local service', () => {
  it('is below 2 GiB where every host has as much as it may keep after a request (security.deadline-kills)', () => {
    const kept = MAX_HOSTS.decoders * MAX_PROCESS_BYTES + THREADS * MAX_THREAD_BYTES;
    expect(kept + OWN_BYTES).toBeLessThan(2 * GIB);
  });

  it('is below 2 GiB where each module of WebAssembly has its maximum beside hosts at rest (security.deadline-kills)', () => {
    const conversion = Math.max(MAX_HEIC_MEMORY_BYTES, MAX_AVIF_MEMORY_BYTES);
    const modules =
      PLACES.conversion.max * conversion + PLACES.drawing.max * MAX_DRAWING_MEMORY_BYTES;
    const others = MAX_HOSTS.decoders - PLACES.conversion.max - PLACES.drawing.max;
    const resting = others * MAX_PROCESS_BYTES + THREADS * USUAL_THREAD_BYTES;
    expect(modules + resting).toBeLessThan(2 * GIB);
  });
});

describe('the hosts of the local service', () => {
  it('are no more for functions that AWS has apart: those of users’ calls share theirs', () => {
    expect(PERSON_CALLS).toHaveLength(4);
    for (const name of PERSON_CALLS) expect(FUNCTION_BOUNDS[name]).toBeUndefined();
    expect(FUNCTION_BOUNDS[USER_FUNCTION]?.threads?.max).toBe(2);
    expect(MAX_HOSTS.decoders).toBeLessThanOrEqual(MOST_PROCESSES);
  });

  it('are threads for all functions but those that decode', () => {
    const names = Object.entries(FUNCTION_BOUNDS);
    const decoding = names.filter(([, { maxProcesses }]) => maxProcesses !== undefined);
    expect(decoding.map(([name]) => name).sort()).toEqual(DECODING);
    const homeless = names.filter(([, { threads, maxProcesses }]) => !threads && !maxProcesses);
    expect(homeless).toEqual([]);
  });

  it('are killed so early that their clients have an answer within 15 s (security.deadline-kills)', () => {
    const answering = Object.entries(FUNCTION_BOUNDS).filter(([name]) => !SLOWER.includes(name));
    expect(answering.length).toBeGreaterThan(SLOWER.length);
    for (const [name, { timeoutMs }] of answering) {
      expect(timeoutMs, name).toBeLessThanOrEqual(14_000);
    }
  });

  it('run every call: each route leads to a function that there is', () => {
    expect(API_ROUTES.filter(({ functionName }) => !FUNCTIONS[functionName])).toEqual([]);
  });
});
