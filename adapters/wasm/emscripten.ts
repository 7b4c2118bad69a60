import { type CompiledModule, instantiate, type WasmInstance } from './compile-bounded.ts';

/** The options of a loader that Emscripten has written: our own instance, and no output. */
export interface LoaderOptions {
  readonly instantiateWasm: (imports: object, done: (instance: WasmInstance) => void) => object;
  readonly print: () => void;
  readonly printErr: () => void;
}

const silent = () => undefined;

/** The options with which a loader makes its instance of a module that is compiled already. */
export function loaderOptions(module: CompiledModule): LoaderOptions {
  return {
    instantiateWasm: (imports, done) => {
      const instance = instantiate(module, imports);
      done(instance);
      return instance.exports;
    },
    print: silent,
    printErr: silent,
  };
}
