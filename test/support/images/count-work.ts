/**
 * Counts the work of a walker of images. Every byte that is read or written by its index counts. A
 * call of the language or of zlib counts by the length of its bytes. The walker needs no change, so
 * it can't forget to count.
 */
export interface WorkCounter {
  /** So many bytes were read, written, copied, searched or inflated. */
  work(): number;
  add(units: number): void;
  /** The bytes as a walker is to be given them. */
  watch(bytes: Uint8Array): Uint8Array;
}

type Typed = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int32Array;
type Method = (...given: unknown[]) => unknown;

const targets = new WeakMap<object, Typed>();
const IS_INDEX = /^\d+$/;
const VIEWS = ['subarray'];
const COPIES = ['map', 'slice', 'with', 'toSorted', 'filter'];

/** The array itself behind the proxy. */
export function unwatched<T>(value: T): T {
  return (targets.get(value as object) ?? value) as T;
}

function isTyped(value: unknown): value is Typed {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** A counter that begins at nothing. */
export function createWorkCounter(): WorkCounter {
  let units = 0;
  const method = (target: Typed, name: string): Method => {
    return (...given) => {
      const real = given.map(unwatched);
      const found = (target[name as 'at'] as Method).apply(target, real);
      if (VIEWS.includes(name)) return watch(found as Typed);
      // a search costs the bytes that it passes, everything else the whole length
      const isSearch = name === 'indexOf' && Number(found) >= 0;
      const [source] = real;
      if (isSearch) units += Number(found) - Number(given[1] ?? 0) + 1;
      else units += name === 'set' && isTyped(source) ? source.length : target.length;
      return COPIES.includes(name) ? watch(found as Typed) : found;
    };
  };
  const watch = <T extends Typed>(target: T): T => {
    const watched = new Proxy(target, {
      get(array, key) {
        if (typeof key === 'string' && IS_INDEX.test(key)) {
          units += 1;
          return array[Number(key)];
        }
        const value = Reflect.get(array, key, array);
        if (key === Symbol.iterator) return method(array, 'values');
        return typeof value === 'function' ? method(array, String(key)) : value;
      },
      set(array, key, value) {
        units += 1;
        return Reflect.set(array, key, value, array);
      },
    });
    targets.set(watched, target);
    return watched;
  };
  return {
    work: () => units,
    add: (more) => {
      units += more;
    },
    watch,
  };
}

/** A constructor of arrays whose arrays are watched, and counted as long as they are. */
export function watchedConstructor<C extends new (...given: never[]) => Typed>(
  real: C,
  counter: WorkCounter,
): C {
  return new Proxy(real, {
    construct(_target, given) {
      const result = Reflect.construct(real, given.map(unwatched)) as Typed;
      counter.add(result.length);
      return counter.watch(result as Uint8Array);
    },
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (key !== 'from' && key !== 'of') return value;
      return (...given: unknown[]) => {
        const result = (value as Method).apply(target, given) as Uint8Array;
        counter.add(result.length);
        return counter.watch(result);
      };
    },
  });
}
