#!/usr/bin/env node
/* `npx imagewell` of the package. In the oldest syntax, so that an old Node can say what it lacks. */
var version = process.versions.node;
if (Number.parseInt(version, 10) < 24) {
  // biome-ignore lint/style/useTemplate: an old Node has no templates
  console.error('imagewell needs Node.js 24 or later; this is Node.js ' + version + '.');
  process.exitCode = 1;
} else {
  void import('./dist/cli.js');
}
