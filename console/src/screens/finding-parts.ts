/** The conditions of the gallery: one script, which its search field loads. */
export { Choices } from './finding/choices.tsx';
export type { ConditionName } from './finding/conditions.ts';
export { type FieldProps, type FieldState, onFieldKey, suggestionsOf } from './finding/field.ts';
export { Announcer, Matches } from './finding/matches.tsx';
export { NoMatch, Problem } from './finding/no-match.tsx';
export { readSearch, type Search } from './finding/search.ts';
export { Tokens } from './finding/tokens.tsx';
