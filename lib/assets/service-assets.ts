import type { FunctionProps } from 'aws-cdk-lib/aws-lambda';

/** The edge functions of a service. */
export type EdgeFunctionName =
  | 'viewer-request'
  | 'viewer-response'
  | 'private-request'
  | 'private-response'
  | 'old-request'
  | 'site';

/** The function that writes the site when a stack is deployed. */
export interface SiteWriter {
  /** Its code, and the built console and docs beside it; or the sources of all three. */
  readonly folder: string;
  /** Makes all three from the sources in `folder`, for a deploy; undefined: they are there. */
  readonly bundle?: (output: string) => void;
}

/**
 * The code of a service's functions: bundled from a checkout when an app is synthesised, or built
 * when a package was made.
 */
export interface ServiceAssets {
  readonly version: string;
  /**
   * The properties of a function that hold its code. Where a Function URL can't stream, the code
   * must not find the runtime's streams.
   */
  functionCode(name: string, needs: FunctionNeeds): Pick<FunctionProps, 'code' | 'handler'>;
  /** The code of an edge function, a script with a top-level `handler`. */
  edgeFunction(name: EdgeFunctionName): string;
  /** The folder of the sharp layer; throws an Error if there is none. */
  sharpLayer(architecture: 'arm64' | 'x64'): string;
  /** The folder of the layer with the decoders of AVIF and SVG; throws an Error without it. */
  decodersLayer(): string;
  /** The folder of the layer with the decoder of HEIC; throws an Error if there is none. */
  heifLayer(): string;
  /** Writes the site with the deploy; undefined in tests that need none. */
  readonly siteWriter: SiteWriter | undefined;
}

/** The differences of a function's code between targets. */
export interface FunctionNeeds {
  readonly isBuffered: boolean;
  /** The folders of modules that are copied next to the code, as its `node_modules`. */
  readonly copiedModules: readonly string[];
}
