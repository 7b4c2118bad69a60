/** `npm run deploy`. */
await import('../admin/deploy/run-deploy.ts');
