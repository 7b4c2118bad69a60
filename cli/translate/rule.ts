import type { Draft } from './draft.ts';
import { REASONS } from './read-values.ts';

/** The translation of one parameter of another service, and its line in the documents. */
export type Rule<Context> =
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
  | { readonly dropped: string };

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

/** A parameter that decides together with others: the box keeps its value. */
export function boxed<Name extends string>(name: Name, to: string) {
  return {
    to,
    read: (_: Draft, value: string, box: { [Key in Name]?: string }) => {
      Object.assign(box, { [name]: value });
    },
  };
}

/** Rules with one reason for many parameters. */
export function unmappable<const Name extends string>(
  reason: string,
  names: readonly Name[],
): { readonly [Key in Name]: { readonly unmappable: string } } {
  const rows = names.map((name) => [name, { unmappable: reason }]);
  return Object.fromEntries(rows) as { [Key in Name]: { readonly unmappable: string } };
}
