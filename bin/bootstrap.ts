/** `npm run bootstrap`. */
await import('../admin/stacks/run-bootstrap.ts');
