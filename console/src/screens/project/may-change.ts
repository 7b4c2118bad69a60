import { mayCall, type Project } from '../../app/projects.ts';

/** Whether the role may change settings now: nobody may while the operator suspends the project. */
export const mayChange = ({ suspension }: Project) =>
  mayCall('updateProject') && suspension === null;
