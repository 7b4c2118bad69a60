import type { HttpProbe } from '../checks/http-probe.ts';

/** A resource of the stack, by CloudFormation's words. */
export interface StackResource {
  readonly type: string;
  readonly physicalId: string;
}

/** An image that a check stored, and its expected response. */
export interface StoredImage {
  readonly imageId: string;
  readonly imageUrl: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The compute utilisation of the edge function for one request, in per cent. */
export type MeasureEdgeFunction = (functionName: string, event: object) => Promise<number>;

/** The deployed stack as the checks see it; images are filled in by the checks that store them. */
export interface VerifySubject {
  readonly baseUrl: string;
  readonly cdnUrl: string;
  /** The address of the renderer's Function URL, which only the CDN may call. */
  readonly renderUrl: string;
  readonly signInUrl: string | undefined;
  readonly tokenIssuer: string | undefined;
  readonly apiKey: string;
  readonly uploadKey: string;
  readonly resources: readonly StackResource[];
  readonly http: HttpProbe;
  readonly images: { small?: StoredImage; large?: StoredImage };
  /** Whether URLs of the checks' project must be signed, from the next request on. */
  requireSignatures(isRequired: boolean): Promise<void>;
  /** The address of an image with a query, signed until `expires` (Unix seconds). */
  sign(imageUrl: string, query: string, expires: number): string;
  listAlarms(names: readonly string[]): Promise<readonly { name: string; actions: number }[]>;
  hasDashboard(name: string): Promise<boolean>;
  measureEdgeFunction: MeasureEdgeFunction;
  /** Milliseconds that never go back. */
  now(): number;
  /** Milliseconds of the Unix epoch. */
  clock(): number;
  pause(ms: number): Promise<void>;
}
