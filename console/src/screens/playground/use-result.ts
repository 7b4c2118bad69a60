import { imageUrl, type Transformation } from 'imagewell-client';
import { useEffect, useState } from 'preact/hooks';
import { CONTROLS } from '../../generated/parameters.ts';
import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { loadUsage } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { place } from '../../state/router.ts';
import { hasCode } from '../../texts/fault-kinds.ts';
import type { Values } from './address.ts';
import { fetchResult, type Made } from './made-result.ts';
import { grantedUrl } from './private-grant.ts';

const WAIT_MS = 250;

/** The value of 250 ms ago, so that a slider asks once. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

function readValues(query: URLSearchParams): Values {
  const pairs = CONTROLS.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

function urlOf(image: Image, format: string, values: Values): string {
  // the client builds from texts as from numbers; the service validates them
  return imageUrl(image, { ...values, format } as Transformation);
}

/** Whether the plan has no transformation left for a result. */
export const isOverQuota = (fault: unknown) => hasCode(fault, 'transformation_quota_exceeded');

/** Gives an address the grant that it needs. */
type Grant = (url: string) => Promise<string>;

/** The result of an address, fetched as soon as it may be. */
function useMade(asked: string, grant: Grant, mayFetch: boolean, isFree: boolean) {
  const [made, setMade] = useState<Made>();
  const [fault, setFault] = useState<unknown>(undefined);
  useEffect(() => setFault(undefined), [asked]);
  useEffect(() => {
    if (!mayFetch) return undefined; // the words of a refusal stay
    setFault(undefined);
    const stop = new AbortController();
    const fetched = grant(asked).then((url) => fetchResult(asked, url, stop.signal));
    fetched.then(
      (result) => {
        if (stop.signal.aborted) return URL.revokeObjectURL(result.source);
        setMade(result);
        if (!isFree) loadUsage().catch(() => {}); // the next page reads it again
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setFault(error);
        if (isOverQuota(error)) loadUsage().catch(() => {}); // and the wall is there
      },
    );
    return () => stop.abort();
  }, [asked, mayFetch]);
  useEffect(() => () => made && URL.revokeObjectURL(made.source), [made]);
  return { made: made?.url === asked ? made : undefined, fault };
}

/** The result of an image by the parameters of the address, and by those that are drawn now. */
export function useResult(image: Image, projectId: string, draft: Values) {
  const { query } = place.value;
  const values = { ...readValues(query), ...draft };
  const format = query.get('format') ?? image.format;
  const url = urlOf(image, format, values);
  const asked = useLater(url);
  const explained = useResource(asked, (signal) =>
    imagewell().explainTransformation({ projectId, imageUrl: asked }, { signal }),
  );
  const { data } = explained;
  const [isAsIGo, setAsIGo] = useState(false);
  const [allowed, setAllowed] = useState('');
  const isValid = data !== undefined && data.errors.length === 0 && data.output !== null;
  const isFree = isValid && data.transformations === 0;
  const isWalled = isValid && !isFree && isFull('transformations');
  // a request that is known to be refused isn't sent
  const mayFetch = isValid && !isWalled && (isFree || isAsIGo || allowed === asked);
  const grant: Grant = (granted) => grantedUrl(projectId, image, granted);
  const { made, fault } = useMade(asked, grant, mayFetch, isFree);
  return {
    values,
    format,
    url,
    explained,
    made,
    fault,
    isWalled,
    /** It isn't stored, and isn't made before the user allows it. */
    isOffered: isValid && !isFree && made === undefined,
    allow: () => setAllowed(asked),
    isAsIGo,
    setAsIGo,
  };
}

export type Result = ReturnType<typeof useResult>;
