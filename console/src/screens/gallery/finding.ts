import { signal } from '@preact/signals';
import { place } from '../../state/router.ts';
import type { ConditionName, Search } from '../finding-parts.ts';

type Finding = typeof import('../finding-parts.ts');

/** The script of conditions: its parts, or why they didn't come. */
export const finding = signal<{ readonly parts?: Finding; readonly fault?: unknown }>({});

let loading: Promise<void> | undefined;

/** Loads the script of conditions, a single time unless that failed. */
export function loadFinding(): Promise<void> {
  loading ??= import('../finding-parts.ts').then(
    (parts) => {
      finding.value = { parts };
    },
    (fault: unknown) => {
      loading = undefined;
      finding.value = { fault };
    },
  );
  return loading;
}

const IS_CONDITION: Readonly<Record<ConditionName, true>> = {
  name: true,
  pair: true,
  format: true,
  since: true,
  before: true,
  review: true,
};

/** Whether the address has conditions. */
export const hasConditions = () =>
  Object.keys(IS_CONDITION).some((name) => place.value.query.has(name));

const NONE: Search = { conditions: [], filter: {}, problem: undefined };

/** The search of the address; its script has to be there if it has conditions. */
export const readSearch = (): Search => finding.value.parts?.readSearch(place.value.query) ?? NONE;
