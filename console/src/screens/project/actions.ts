import { PROJECT_TEXTS } from '../../texts/project-texts.ts';

/** The last column of each table here. */
export const ACTIONS = {
  head: PROJECT_TEXTS.actions,
  isHeadHidden: true,
  class: 'r acts',
} as const;
