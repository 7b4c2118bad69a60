import { LIMITS } from './limits.ts';
import { type FieldFault, ServiceError } from './service-error.ts';

/**
 * The faults of one request: those that fit into a response, in order, and the number of others.
 */
export interface FaultList {
  /** `describe` is called only for a reported fault: the others cost no more than their count. */
  readonly add: (describe: () => FieldFault) => void;
  /** Adds the faults of another list, each pointer with `pointer` before it. */
  readonly addAll: (other: FaultList, pointer: string) => void;
  readonly reported: readonly FieldFault[];
  /** The number of all faults, reported or not. */
  readonly count: number;
}

/** Reports every fault of a value that was sent, at `pointer` and below. */
export type FindFaults<Sent = unknown> = (sent: Sent, pointer: string, faults: FaultList) => void;

/** The fault of a value that is no integer within these bounds; `unit` as in ` hours`. */
export function findIntegerFault(
  sent: unknown,
  min: number,
  max: number,
  unit = '',
): Pick<FieldFault, 'code' | 'detail'> | undefined {
  if (typeof sent !== 'number' || !Number.isInteger(sent)) {
    return { code: 'invalid_type', detail: 'This field must be an integer.' };
  }
  if (sent >= min && sent <= max) return undefined;
  return { code: 'out_of_range', detail: `This field must be from ${min} to ${max}${unit}.` };
}

/** The parts of a problem's body beside the faults: its head, the detail, the request's id. */
const HEAD_BYTES = 4_096;
const ROOM_BYTES = LIMITS.maxProblemBytes - HEAD_BYTES;

/** An empty list. */
export function createFaultList(): FaultList {
  const reported: FieldFault[] = [];
  let count = 0;
  let bytes = 0;
  let isFull = false;
  const tell = (fault: FieldFault) => {
    bytes += Buffer.byteLength(JSON.stringify(fault)) + 1;
    isFull = bytes > ROOM_BYTES;
    if (isFull) return;
    reported.push(fault);
    isFull = reported.length === LIMITS.maxReportedFaults;
  };
  const add: FaultList['add'] = (describe) => {
    count += 1;
    if (!isFull) tell(describe());
  };
  return {
    add,
    addAll: (other, pointer) => {
      for (const fault of other.reported)
        add(() => ({ ...fault, pointer: pointer + fault.pointer }));
      count += other.count - other.reported.length;
    },
    reported,
    get count() {
      return count;
    },
  };
}

/** The faults that a validator finds in a value. */
export function listFaults<Sent>(find: FindFaults<Sent>, sent: Sent, pointer = ''): FaultList {
  const faults = createFaultList();
  find(sent, pointer, faults);
  return faults;
}

/**
 * The refusal of a request for its invalid fields (errors.all-faults, errors.bounded); `more`: the
 * number of unreported faults.
 */
export function refuseFaults({ reported, count }: FaultList): ServiceError {
  const [first] = reported;
  const isAlone = count === 1 && first !== undefined;
  const found = count === 1 ? '1 error was found.' : `${count} errors were found.`;
  const detail = isAlone ? first.detail : found;
  const more = count - reported.length;
  const members = more > 0 ? { members: { more } } : {};
  const hasOwnCode =
    isAlone && (first.code === 'invalid_image_reference' || first.code === 'conflicting_fields');
  const code = hasOwnCode ? (first.code as 'conflicting_fields') : 'validation_failed';
  return new ServiceError(code, { detail, errors: reported, ...members });
}
