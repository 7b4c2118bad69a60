/** `npm run take-back`. */
await import('../admin/deploy/run-take-back.ts');
