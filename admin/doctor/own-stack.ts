import { type FoundStack, findStack, openCloudFormation } from '../read-stack.ts';
import { listResources, type StackResource } from '../stacks/list-resources.ts';

/** The deployed stack, read once for all checks. */
export interface OwnStack {
  readonly name: string;
  /** Undefined before the first deploy. */
  find(): Promise<FoundStack | undefined>;
  /** Its resources; none before the first deploy. */
  listResources(): Promise<readonly StackResource[]>;
}

/** The stack of this name, where the AWS SDK finds account and region. */
export function openOwnStack(name: string): OwnStack {
  let found: Promise<FoundStack | undefined> | undefined;
  let resources: Promise<readonly StackResource[]> | undefined;
  const find = () => {
    found ??= openCloudFormation().then((client) => findStack(client, name));
    return found;
  };
  const list = async () => ((await find()) ? listResources(await openCloudFormation(), name) : []);
  return {
    name,
    find,
    listResources() {
      resources ??= list();
      return resources;
    },
  };
}
