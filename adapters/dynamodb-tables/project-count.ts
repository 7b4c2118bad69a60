import type { NewProject } from '../../core/projects/project.ts';
import type { Write } from './write-together.ts';

/** The item of a new project; whose plan is its account's and not its own. */
export function projectItem({ plan: _, isDefault = false, settings = {}, ...project }: NewProject) {
  return { entity: project.projectId, ...project, isDefault, ...settings };
}

/**
 * One more project of an account, unless it has `max` already, null: any number. An account of before they were counted has `uncounted`.
 * `where` are further conditions.
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
        ...{ ':plan': plan.name, ':uncounted': uncounted, ':one': 1 },
        ...(max === null ? {} : { ':max': max }),
      },
    },
  };
}
