import type { Transformation } from '../../core/transform/transformation.ts';
import type * as encoders from './encode.ts';
import type * as steps from './steps.ts';

type Step = (picture: never, asked: never, ...more: never[]) => unknown;
/** What a step reads: the parts that its own type names. */
type ReadBy<S> = S extends Step ? keyof Parameters<S>[1] : never;
type ReadBySteps = { [S in keyof typeof steps]: ReadBy<(typeof steps)[S]> }[keyof typeof steps];
/** Read where frames are opened (render.ts), and by the use case that compares the bytes. */
type ReadElsewhere = 'isAnimated' | 'mayServeOriginal';

type Unused<Asked> = Exclude<
  keyof Asked & string,
  ReadBySteps | ReadBy<typeof encoders.encode> | ReadElsewhere
>;

/** True where every part is read by some step; else a text that names the parts that aren't. */
export type EveryPartIsUsed<Asked> = [Unused<Asked>] extends [never]
  ? true
  : `no step uses "${Unused<Asked>}"`;

/** Doesn't compile when a part of Transformation is read by no step of the engine. */
export const everyPartIsUsed: EveryPartIsUsed<Transformation> = true;
