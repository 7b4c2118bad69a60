import { setQuery } from '../../state/router.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { findNearest, type PastedAddress } from './address.ts';

export type IgnoredPair = PastedAddress['ignored'][number];

interface IgnoredProps {
  readonly pair: IgnoredPair;
  readonly onDone: () => void;
}

/** A parameter of a pasted address that means nothing, with the nearest one. */
export function Ignored({ pair: [name, value], onDone }: IgnoredProps) {
  const nearest = findNearest(name);
  const use = () => {
    if (nearest !== undefined) setQuery({ [nearest]: value });
    onDone();
  };
  return (
    <Banner
      kind="warn"
      title={PLAYGROUND_TEXTS.ignored(`${name}=${value}`)}
      actions={
        <>
          {nearest !== undefined && (
            <Button size="small" onClick={use}>
              {PLAYGROUND_TEXTS.use(`${nearest}=${value}`)}
            </Button>
          )}
          <IconButton icon="x" size="small" label={PLAYGROUND_TEXTS.dismiss} onClick={onDone} />
        </>
      }
    >
      {nearest === undefined ? PLAYGROUND_TEXTS.noSuch : PLAYGROUND_TEXTS.nearest(nearest)}
    </Banner>
  );
}
