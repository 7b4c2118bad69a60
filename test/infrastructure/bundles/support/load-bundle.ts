/**
 * `node load-bundle.ts PATH`: loads a bundle in an environment that records its reads, and prints
 * the names that were read.
 */
import { pathToFileURL } from 'node:url';

const requested: string[] = [];
const note = (name: string | symbol) => void requested.push(String(name));
process.env = new Proxy(process.env, {
  get: (env, name) => {
    note(name);
    return env[name as string];
  },
  has: (env, name) => {
    note(name);
    return name in env;
  },
  ownKeys: (env) => {
    note('*');
    return Reflect.ownKeys(env);
  },
});
const { handler } = await import(pathToFileURL(process.argv[2] ?? '').href);
console.log(JSON.stringify({ handler: typeof handler, requested: [...new Set(requested)] }));
