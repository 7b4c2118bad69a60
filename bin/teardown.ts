/** `npm run teardown`. */
await import('../admin/stacks/run-teardown.ts');
