import type * as cdk from 'aws-cdk-lib';
import * as z from 'zod/mini';
import type { ConfiguredPlans } from '../core/projects/plans.ts';
import { findPlansFaults } from '../core/projects/read-plans.ts';
import type { ImageServiceProps } from './image-service-props.ts';
import { findPrivateImageKeyFaults } from './private-images/private-image-keys.ts';

/** A text of this form. */
export function like(pattern: RegExp, expected: string) {
  return z.string(expected).check(z.regex(pattern, expected));
}

/** `-c name=value` gives text, cdk.json a list or a number: both are accepted. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.split(',') : value)),
    z.array(item, 'must be a list, or values separated by commas'),
  );
}

/** A whole number, as a number or as text. */
export function integer(min: number, max: number) {
  const expected = `must be an integer from ${min} to ${max}`;
  return z.pipe(
    z.transform((value) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    z.int(expected).check(z.gte(min, expected), z.lte(max, expected)),
  );
}

/** One of a few words. */
export function oneOf<const T extends string>(names: readonly T[]) {
  return z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`);
}

/** Plans beside free and unlimited, as an object or as its JSON. */
export function plansByName() {
  const schema = z.custom<ConfiguredPlans>().check(({ value, issues }) => {
    for (const message of findPlansFaults(value)) {
      issues.push({ code: 'custom', input: value, message });
    }
  });
  return z.pipe(z.transform(jsonOrAsItIs), schema);
}

/** Public keys of private images. */
export function publicKeys() {
  return listOf(z.string('must be a public key from `admin private-keys create`')).check(
    ({ value, issues }) => {
      for (const message of findPrivateImageKeyFaults(value)) {
        issues.push({ code: 'custom', input: value, message });
      }
    },
  );
}

function jsonOrAsItIs(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

/** Given by the stack: a command that only compares settings doesn't load the CDK, for 0.3 s. */
export type ValuesOfCdk = Pick<typeof cdk, 'Duration' | 'RemovalPolicy'>;

/** A prop of the construct that one setting makes, and how each is made of the other. */
export interface SettingProp<Value, Name extends keyof ImageServiceProps> {
  readonly name: Name;
  toProp(value: Value, cdk: ValuesOfCdk): ImageServiceProps[Name];
  /** A missing prop is the default of the setting. */
  toSetting(prop: NonNullable<ImageServiceProps[Name]>, cdk: ValuesOfCdk): Value;
}

/** A prop that several settings make together. */
export type SharedProp = 'apiDomain' | 'cdnDomain' | 'signIn' | 'alarmTopic' | 'emulator';

type Given<Name extends keyof ImageServiceProps> = NonNullable<ImageServiceProps[Name]>;

/** A prop with the value of its setting. */
export function sameProp<const Name extends keyof ImageServiceProps>(
  name: Name,
): SettingProp<Given<Name>, Name> {
  return { name, toProp: (value) => value, toSetting: (prop) => prop };
}

/** A boolean for a setting of two words. */
function choiceProp<
  const Name extends SwitchName,
  const On extends string,
  const Off extends string,
>(name: Name, on: On, off: Off): SettingProp<On | Off, Name> {
  return { name, toProp: (value) => value === on, toSetting: (prop) => (prop ? on : off) };
}

type SwitchName =
  | 'bandwidthMetering'
  | 'dualStackEndpoints'
  | 'events'
  | 'fipsEndpoints'
  | 'heicUploads'
  | 'ignoredParametersHeader'
  | 'rekognition';

/** A boolean for a setting that is `on` or `off`. */
export const switchProp = <const Name extends SwitchName>(name: Name) =>
  choiceProp(name, 'on', 'off');

export const METERING = choiceProp('bandwidthMetering', 'standard', 'none');

export const FORMER_HOSTS: SettingProp<string[], 'formerCdnHosts'> = {
  name: 'formerCdnHosts',
  toProp: (hosts) => hosts,
  toSetting: (hosts) => [...hosts],
};

export const PRIVATE_IMAGE_KEYS: SettingProp<string[], 'privateImageKeys'> = {
  name: 'privateImageKeys',
  toProp: (keys) => keys,
  toSetting: (keys) => [...keys],
};

export const REMOVAL: SettingProp<'retain' | 'destroy', 'removalPolicy'> = {
  name: 'removalPolicy',
  toProp: (word, { RemovalPolicy }) =>
    word === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  toSetting: (policy, { RemovalPolicy }) =>
    policy === RemovalPolicy.DESTROY ? 'destroy' : 'retain',
};

export const VERSIONS: SettingProp<number, 'originalVersions'> = {
  name: 'originalVersions',
  toProp: (days, { Duration }) => Duration.days(days),
  toSetting: (duration) => duration.toDays(),
};

/** Whether a later deploy that would change a setting asks first. */
export type Change = 'confirmed' | 'reported' | 'not kept';

/** A row of settings: its effect, for the docs, its values, and its prop of the construct. */
const rowOf =
  <const How extends Change>(change: How) =>
  <
    Schema extends z.ZodMiniType,
    const Prop extends SharedProp | SettingProp<z.infer<Schema>, keyof ImageServiceProps>,
  >(
    summary: string,
    schema: Schema,
    prop: Prop,
  ) => ({ summary, schema, change, prop });

/** A setting whose change needs no confirmation; only its loss is reported. */
export const setting = rowOf('reported');

/**
 * A setting that is never changed without confirmation: the identity of users, sign-up, the names
 * of the service, and data retention or protection.
 */
export const guarded = rowOf('confirmed');

/** A setting that isn't kept with the stack: a part of its name, or one of a trial. */
export const unkept = rowOf('not kept');
