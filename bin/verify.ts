/** `npm run verify`. */
await import('../admin/verify/run-verify.ts');
