import type { Draft } from './draft.ts';
import { REASONS } from './read-values.ts';

/** The translation of one parameter of another service, and its line in the documents. */
export type Rule<Context> = {
  /** Other names of the parameter. */
  readonly also?: readonly string[];
} & (
  | {
      /** Our parameter, or the role of the value in one. */
      readonly to: string;
      /** The difference of the results that every value may make. */
      readonly but?: string;
      /** The difference that some values make; `read` names it. For the documents. */
      readonly about?: string;
      readonly read: (draft: Draft, value: string, context: Context) => void;
    }
  | { readonly unmappable: string }
  | { readonly dropped: string }
);

/** The rules of a service, by its parameters: they are the list of them. */
export type Rules<Context> = Readonly<Record<string, Rule<Context>>>;

/** Applies the rule of a parameter. An inherited name such as `constructor` has no rule. */
export function applyRule<Context>(
  rules: Rules<Context>,
  name: string,
  [draft, value, context]: readonly [Draft, string, Context],
  shown: string = name,
): void {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) draft.note(shown, 'unmappable', REASONS.unknown);
  else if ('unmappable' in rule) draft.note(shown, 'unmappable', rule.unmappable);
  else if ('dropped' in rule) draft.note(shown, 'dropped', rule.dropped);
  else {
    rule.read(draft, value, context);
    if (rule.but !== undefined) draft.note(shown, 'approximate', rule.but);
  }
}

/** The parameter of each other name. */
export function parametersByName<Context>(rules: Rules<Context>): ReadonlyMap<string, string> {
  const pairs = Object.entries(rules).flatMap(([parameter, { also = [] }]) =>
    also.map((name) => [name, parameter] as const),
  );
  return new Map(pairs);
}

/** A parameter that decides together with others: the box keeps its value. */
export function boxed<Name extends string>(name: Name, to: string, also: readonly string[] = []) {
  return {
    to,
    also,
    read: (_: Draft, value: string, box: { [Key in Name]?: string }) => {
      Object.assign(box, { [name]: value });
    },
  };
}

/** Rules with one reason for many parameters, each alone or with its other names behind it. */
export function unmappable(
  reason: string,
  parameters: readonly (string | readonly string[])[],
): Readonly<Record<string, { readonly unmappable: string; readonly also: readonly string[] }>> {
  const rows = parameters.map((names) => {
    const [parameter = '', ...also] = [names].flat();
    return [parameter, { unmappable: reason, also }];
  });
  return Object.fromEntries(rows);
}
