/** `npm run sample`. */
await import('../admin/local/add-samples.ts');
