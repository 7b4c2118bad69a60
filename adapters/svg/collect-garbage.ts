import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let known: (() => void) | undefined;

/** Collects all that nothing refers to, in some 10 ms, where V8 would wait for more of it. */
export function collectGarbage(): void {
  if (!known) {
    setFlagsFromString('--expose-gc');
    known = runInNewContext('gc') as () => void; // contexts from here on have it
    setFlagsFromString('--no-expose-gc');
  }
  known();
}
