import { type AnyImageId, isAnyImageId } from '../../core/images/ids.ts';
import { originalObjectKey, renditionObjectKey } from '../../core/images/object-keys.ts';

/** The meaning of an object's key. */
export type ObjectName =
  | { readonly kind: 'original'; readonly id: AnyImageId }
  | {
      readonly kind: 'rendition';
      readonly id: AnyImageId;
      readonly renditionKey: string;
      readonly generation: number;
      /** Whether the present version of renditions made it. */
      readonly isPresent: boolean;
    };

const RENDITION =
  /^(?:renditions\/)?((?:img|tmp)_[a-z2-7]{26})\/(?:renditions\/)?g(\d+)\/v\d+\/(.+)$/;

/** Reads an object's key; undefined for one that the service never makes. */
export function readObjectKey(key: string): ObjectName | undefined {
  const [, id = '', generation = '', renditionKey = ''] = RENDITION.exec(key) ?? [];
  if (isAnyImageId(id)) {
    const isPresent = renditionObjectKey(id, renditionKey, Number(generation)) === key;
    return { kind: 'rendition', id, renditionKey, generation: Number(generation), isPresent };
  }
  const owner = key.split('/')[0] ?? '';
  if (!isAnyImageId(owner) || originalObjectKey(owner) !== key) return undefined;
  return { kind: 'original', id: owner };
}
