import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { FieldFault } from '../foundation/service-error.ts';

function describeFault(sent: unknown): Pick<FieldFault, 'code' | 'detail'> | undefined {
  if (typeof sent !== 'string')
    return { code: 'invalid_type', detail: 'This field must be a string.' };
  const length = [...sent].length;
  if (length === 0 || length > LIMITS.maxProjectNameLength) {
    const detail = `This field must have 1 to ${LIMITS.maxProjectNameLength} characters.`;
    return { code: 'invalid_length', detail };
  }
  // a name is shown in lists and typed again to delete the project; SQLite would change a lone
  // surrogate
  if (sent.isWellFormed() && !/\p{Cc}/u.test(sent) && sent.trim() === sent) return undefined;
  const detail = 'A name must not have control characters, or a space at its start or end.';
  return { code: 'invalid_value', detail };
}

/** Reports the fault of a project's name, at `pointer`. */
export const findNameFaults: FindFaults = (sent, pointer, faults) => {
  const fault = describeFault(sent);
  if (fault) faults.add(() => ({ pointer, ...fault }));
};
