/** `npm run project`. */
await import('../admin/projects/run-project.ts');
