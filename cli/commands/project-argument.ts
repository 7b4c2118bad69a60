/** How a project is named as an argument. */
export const PROJECT = 'its id or name; where none is given that of --project';
