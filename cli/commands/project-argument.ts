/** The argument that selects a project. */
export const PROJECT = 'ID or name of the project; the value of --project unless given';
