import { Icon } from '../../ui/icon.tsx';

/** Kept bytes have no thumbnail, and a list doesn't load a large original for a small square. */
const MAX_SHOWN_BYTES = 2_000_000;

export interface KeptThumbProps {
  /** The signed address of the original; null if it can't be seen. */
  readonly url: string | null;
  readonly bytes: number;
}

/** A small view of kept bytes; its name stands beside it. */
export function KeptThumb({ url, bytes }: KeptThumbProps) {
  if (url === null || bytes > MAX_SHOWN_BYTES) {
    return (
      <span class="kept-thumb">
        <Icon name="images" />
      </span>
    );
  }
  return <img class="kept-thumb" src={url} alt="" loading="lazy" decoding="async" />;
}
