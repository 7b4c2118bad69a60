/** `npm run edge`. */
await import('../admin/local/run-edge.ts');
