import { mayCall, type Project } from '../../state/projects.ts';

/** Whether the role may change settings now: no role may in a suspended project. */
export const mayChange = ({ suspension }: Project) =>
  mayCall('updateProject') && suspension === null;
