/** `npm run token`. */
await import('../admin/local/print-token.ts');
