import { refuseUndrawn } from '../svg-faults.ts';
import type { Candidates } from './collect-styles.ts';
import { type CustomProperties, hasVariables } from './variables.ts';

/** Parts that a `use` draws inherit from it, so their variables may have other values there. */
export class UsedVariables {
  private readonly used: ReadonlySet<string>;
  private readonly homes = new Map<string, CustomProperties>();
  private readonly readers = new Set<string>();
  private readonly uses: (readonly [id: string, custom: CustomProperties])[] = [];
  private open: readonly string[] = [];

  constructor(used: ReadonlySet<string>) {
    this.used = used;
  }

  /** Notes an element, and all that is read within it. */
  within<T>(id: string, around: CustomProperties, found: Candidates, read: () => T): T {
    const before = this.open;
    if (this.used.has(id)) {
      this.homes.set(id, around);
      this.open = [...before, id];
    }
    if (this.open.length > 0 && readsVariables(found)) {
      for (const one of this.open) this.readers.add(one);
    }
    const result = read();
    this.open = before;
    return result;
  }

  noteUse(id: string, custom: CustomProperties): void {
    this.uses.push([id, custom]);
  }

  /** An ImageFileFault where a variable may have another value in a `use` than in its place. */
  check(): void {
    for (const [id, custom] of this.uses) {
      const home = this.homes.get(id);
      if (this.readers.has(id) && home !== undefined && home !== custom) {
        refuseUndrawn('var() in what a use draws');
      }
    }
  }
}

function readsVariables(found: Candidates): boolean {
  for (const candidates of found.values()) {
    if (candidates.some(({ value }) => hasVariables(value))) return true;
  }
  return false;
}
