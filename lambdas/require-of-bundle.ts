/**
 * The first line of a bundle that is a module: it has no `require`, by which bundled libraries in
 * CommonJS load Node's own modules.
 */
export const REQUIRE_OF_BUNDLE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";
