/** `npm start`: the same as `npx imagewell start`. */
process.argv.splice(2, 0, 'start');
await import('./cli.ts');
