import { expect, it } from 'vitest';
import { DUE_KEYS, dueKey } from '../../../adapters/dynamodb/images/image-rows.ts';
import { all, get, listAt, synthesize } from './support/template.ts';

type Rule = string | { readonly exists?: boolean; readonly prefix?: string };

/**
 * AWS Lambda Developer Guide, "Control which events Lambda sends to your function": equal, exists
 * and prefix.
 */
function takes(rules: readonly Rule[], value: string): boolean {
  return rules.some((rule) => {
    if (typeof rule === 'string') return rule === value;
    return rule.exists === true || (rule.prefix !== undefined && value.startsWith(rule.prefix));
  });
}

it('every tombstone that the store writes comes through the filter of the stream (deletion.steps, security.deletion-final)', () => {
  const mappings = all(synthesize(), 'AWS::Lambda::EventSourceMapping');
  const [[, { Properties }] = ['', { Properties: {} }]] = mappings.filter(([id]) =>
    id.startsWith('queuepurges'),
  );
  const [filter] = listAt(Properties, 'FilterCriteria.Filters');
  const pattern = JSON.parse(String(get(filter, 'Pattern')));
  const rules = pattern.dynamodb.NewImage.purge.S as readonly Rule[];
  for (const key of [...DUE_KEYS, dueKey(`img_${'a'.repeat(26)}`)]) {
    expect(takes(rules, key), key).toBe(true);
  }
});
