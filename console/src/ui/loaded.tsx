import type { ComponentChildren } from 'preact';
import type { Resource } from '../state/resource.ts';
import { FaultBanner } from './fault-banner.tsx';
import { Skeleton } from './skeleton.tsx';

export interface LoadedProps<T> {
  readonly resource: Resource<T>;
  /** The sentence of a failure: "The keys didn't load." */
  readonly what: string;
  /** In the true measures; shown after 150 ms. */
  readonly skeleton?: ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/** Something that is read: skeleton, fault above the last data, or the data. */
export function Loaded<T>({ resource, what, skeleton, children }: LoadedProps<T>) {
  const { data, fault, isLoading, isSlow, reload } = resource;
  return (
    <div aria-busy={isLoading}>
      {fault !== undefined && !isLoading && (
        <FaultBanner fault={fault} what={what} onRetry={reload} />
      )}
      {data === undefined ? isSlow && (skeleton ?? <Skeleton />) : children(data)}
    </div>
  );
}
