/**
 * Values of Node's HTTP module. An `import` of the module reads each of its exports, one of which
 * loads undici, which takes as long as the rest of Node.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
