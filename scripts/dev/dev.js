/**
 * `npm run dev [-- --inspect] [options of npm start]`: the service in watch mode. In JavaScript, so
 * that an old Node can read the word that it is too old.
 */
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  const { dev } = await import('./dev.ts');
  await dev(process.argv.slice(2));
} else {
  console.error(
    `imagewell needs Node ${NEEDED} or newer, and this is Node ${process.versions.node}.`,
  );
  console.error('Run npm ci: it installs Node for the scripts of npm. Then run npm run dev again.');
  process.exitCode = 1;
}
