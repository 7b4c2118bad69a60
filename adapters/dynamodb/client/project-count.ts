import type { NewProject } from '../../../core/projects/project.ts';
import type { Write } from './transactional-write.ts';

/** The item of a new project, whose plan is its account's. */
export function projectItem({ plan: _, isDefault = false, settings = {}, ...project }: NewProject) {
  return { entity: project.projectId, ...project, isDefault, ...settings };
}

/**
 * A user's account that was not counted yet has its default project only, because earlier versions
 * had no way to another.
 */
export const UNCOUNTED_USER = 1;

/** Requires that an account exists and is not being deleted. */
export const LIVES: readonly string[] = [
  'attribute_exists(entity)',
  'attribute_not_exists(deletedAt)',
];

/**
 * Adds one to the projects of an account, unless it has `max` already, null: any number. An account
 * from before the count has `uncounted`. `where` are further conditions.
 */
export function countProject(
  table: string,
  { accountId, plan }: Pick<NewProject, 'accountId' | 'plan'>,
  max: number | null,
  uncounted: number,
  where: readonly string[] = [],
): Write {
  const isRoom =
    '((attribute_not_exists(projectCount) AND :uncounted < :max) OR projectCount < :max)';
  const conditions = [...where, ...(max === null ? [] : [isRoom])];
  return {
    Update: {
      TableName: table,
      Key: { entity: accountId },
      UpdateExpression:
        'SET #plan = if_not_exists(#plan, :plan), projectCount = if_not_exists(projectCount, :uncounted) + :one',
      ...(conditions.length > 0 ? { ConditionExpression: conditions.join(' AND ') } : {}),
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: {
        ':plan': plan.name,
        ':uncounted': uncounted,
        ':one': 1,
        ...(max === null ? {} : { ':max': max }),
      },
    },
  };
}
