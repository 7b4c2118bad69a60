import type { Resource } from '../../state/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface WaitingImageProps {
  readonly imageId: string;
  readonly read: Resource<unknown>;
  /** The sentence of a failure. */
  readonly what: string;
}

/** The page of an image before anything is known of it. */
export function WaitingImage({ imageId, read, what }: WaitingImageProps) {
  return (
    <Page title={imageId}>
      <FaultBanner fault={read.fault} what={what} onRetry={read.reload} />
      {read.isSlow && <Skeleton lines={6} />}
    </Page>
  );
}

/** That an image is deleted, or still being erased. */
export function DeletedBadge({ isErased }: { readonly isErased: boolean }) {
  return <Badge kind="bad">{isErased ? IMAGE_TEXTS.deleted : IMAGE_TEXTS.deleting}</Badge>;
}
