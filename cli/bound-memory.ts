import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap near to its living objects, for a command that runs for hours. Otherwise V8 gives
 * 134 MB to objects that die young, though all of them are collected.
 */
export function boundMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}
