import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import {
  type IndexedChange,
  type IndexedImage,
  indexedImageOfItem,
} from '../../adapters/dynamodb/images/term-rows.ts';
import { isImageId } from '../../core/images/ids.ts';

type Item = Readonly<Record<string, AttributeValue>>;

function indexedImageOf(item: Item): IndexedImage {
  return indexedImageOfItem({
    imageId: item.imageId?.S,
    projectId: item.projectId?.S,
    createdAt: Number(item.createdAt?.N),
    state: item.state?.S,
    format: item.format?.S,
    sha256: item.sha256?.S,
    originalFilename: item.originalFilename?.S,
    metadata: item.metadata?.S,
  });
}

/** The change of an image's record in a table's stream; undefined for any other item. */
export function indexedChangeOf({ dynamodb }: DynamoDBRecord): IndexedChange | undefined {
  const { Keys: keys, NewImage: current, OldImage: previous } = dynamodb ?? {};
  if (keys?.part?.S !== 'record' || !isImageId(keys.id?.S ?? '')) return undefined;
  return {
    before: previous && indexedImageOf(previous),
    after: current && indexedImageOf(current),
  };
}
