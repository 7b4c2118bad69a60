import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  peakBytesWithSharp,
  treeBytes,
  treeCpuMs,
  treeOf,
} from '../../../bench/measure/process-tree.ts';
import { lacks } from '../../support/needs/needs.ts';

// a process tree is read from /proc

it.skipIf(lacks('linux'))(
  'a process tree has CPU, memory, and the peak of its processes with sharp',
  () => {
    expect(sharp.versions.vips).toBeTruthy(); // loaded in this process
    const peak = peakBytesWithSharp(process.pid) ?? 0;
    expect(treeOf(process.pid)).toContain(process.pid);
    expect(treeCpuMs(process.pid)).toBeGreaterThan(0);
    expect(treeBytes(process.pid)).toBeGreaterThan(10_000_000);
    expect(peak).toBeGreaterThan(10_000_000);
    expect(peakBytesWithSharp(-1)).toBeUndefined();
  },
);
