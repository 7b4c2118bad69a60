import { SERVICE_SETTINGS } from './service-settings.ts';
import type { Setting } from './setting.ts';

const TYPES: Readonly<Record<Setting<unknown>['kind'], object>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  list: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
};

/** The JSON Schema of a settings file, by which an editor completes and checks it. */
export function describeSettingsSchema(): object {
  const settings: readonly [string, Setting<unknown>][] = Object.entries(SERVICE_SETTINGS);
  const properties = settings
    .filter(([, { isOutsideFile }]) => isOutsideFile !== true)
    .map(([name, { kind, meaning, fallback }]) => {
      const more =
        fallback === undefined ? {} : { default: kind === 'integer' ? Number(fallback) : fallback };
      return [name, { ...TYPES[kind], description: meaning, ...more }];
    });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of an imagewell service.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}
