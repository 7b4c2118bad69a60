/** The command line of a clone; bin/imagewell.js finds a Node that can read it. */
import { resolve } from 'node:path';
import { runHere } from '../admin/run-here.ts';
import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

await runHere({
  version: manifest.version,
  openProgram: async (log) => {
    // its thread for synchronous calls has a process, which would stay beside ours
    process.env.ESBUILD_WORKER_THREADS = '0';
    const { checkoutProgram } = await import('../local/program/checkout-program.ts');
    return checkoutProgram(ROOT, log);
  },
  clonePrograms: {
    deploy: async (call) => (await import('../admin/deploy/run-deploy.ts')).runDeploy(ROOT, call),
    takeBack: async (call) => {
      return (await import('../admin/deploy/run-take-back.ts')).runTakeBack(ROOT, call);
    },
    doctor: async (call) => {
      return (await import('../admin/doctor/run-clone-doctor.ts')).runCloneDoctor(ROOT, call);
    },
    edge: async (call) => (await import('../admin/local/run-edge.ts')).runEdge(ROOT, call),
  },
});
