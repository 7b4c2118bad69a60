type Json = unknown;
type Part = Readonly<Record<string, Json>>;
type Section = Readonly<Record<string, Part>>;

interface Template {
  readonly Resources: unknown;
  readonly Outputs?: unknown;
  readonly Conditions?: unknown;
}

const NO_VALUE = Symbol('AWS::NoValue');

/** The conditions of a template, for parameters that are given or empty. */
function evaluator(definitions: Readonly<Record<string, Json>>, given: ReadonlySet<string>) {
  const evaluate = (expression: Json): boolean => {
    const [[name = '', inner] = []] = Object.entries(expression as Part);
    if (name === 'Condition') return evaluate(definitions[String(inner)]);
    const list = inner as Json[];
    if (name === 'Fn::Not') return !evaluate(list[0]);
    if (name === 'Fn::And') return list.every(evaluate);
    if (name === 'Fn::Or') return list.some(evaluate);
    const [{ Ref = '' } = {}, value] = list as [{ Ref?: string }, string];
    if (name === 'Fn::Equals' && value === '') return !given.has(Ref);
    if (name === 'Fn::Equals') return given.has(`${Ref}=${value}`);
    throw new Error(`${name} is not known here`);
  };
  return (name: string) => evaluate({ Condition: name });
}

/**
 * Resources and outputs that CloudFormation makes of a template, without conditions. `given` names
 * the parameters that aren't empty, and `Name=value` where a condition compares.
 */
export function resolveTemplate(template: Template, given: ReadonlySet<string>) {
  const holds = evaluator((template.Conditions ?? {}) as Record<string, Json>, given);
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== NO_VALUE);
    if (typeof value !== 'object' || value === null) return value;
    if ((value as Part).Ref === 'AWS::NoValue') return NO_VALUE;
    const choice = (value as Part)['Fn::If'] as [string, Json, Json] | undefined;
    if (choice) return resolve(choice[holds(choice[0]) ? 1 : 2]);
    const members = Object.entries(value).map(([name, one]) => [name, resolve(one)] as const);
    return Object.fromEntries(members.filter(([, one]) => one !== NO_VALUE));
  };
  const made = (section: Json) =>
    Object.fromEntries(
      Object.entries((section ?? {}) as Section)
        .filter(([, { Condition }]) => Condition === undefined || holds(String(Condition)))
        .map(([id, { Condition: _, DependsOn, ...part }]) => [
          id,
          { ...(resolve(part) as Part), needs: [DependsOn ?? []].flat() },
        ]),
    );
  const resources = made(template.Resources);
  for (const resource of Object.values(resources)) {
    resource.needs = resource.needs.filter((id) => String(id) in resources).sort();
  }
  return { resources, outputs: made(template.Outputs) };
}
