/** How a project is named as an argument. */
export const PROJECT = 'ID or name of the project; the value of --project unless given';
