#!/usr/bin/env node
/* `npx imagewell` of the package, in the oldest syntax: an old Node can name its lack. */
var version = process.versions.node;
if (Number.parseInt(version, 10) < 24) {
  // biome-ignore lint/style/useTemplate: an old Node has no templates
  console.error('imagewell needs Node.js 24 or later; this is Node.js ' + version + '.');
  process.exitCode = 1;
} else {
  void import('./dist/cli.js');
}
