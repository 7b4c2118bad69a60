/** `npm run allow-origin`. */
await import('../admin/projects/allow-origin.ts');
