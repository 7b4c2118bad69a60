import { imageUrl, type Transformation } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { CONTROLS } from '../../generated/parameters.ts';
import type { Image } from '../../images/image.ts';
import { PresetDialog } from '../../presets/preset-dialog.tsx';
import { mayCall } from '../../state/projects.ts';
import { place } from '../../state/router.ts';
import { PRESET_TEXTS } from '../../texts/preset-texts.ts';
import { Button } from '../../ui/button.tsx';

/** Makes a preset of the parameters that are chosen now, in canonical order; for admins. */
export function SavePreset({ image }: { readonly image: Image }) {
  const [isOpen, setOpen] = useState(false);
  if (!mayCall('updateProject')) return null;
  const { query } = place.value;
  const chosen = CONTROLS.map(({ name }) => [name, query.get(name) ?? undefined]);
  const asked = imageUrl(image, Object.fromEntries(chosen) as Transformation).split('?')[1] ?? '';
  return (
    <>
      <Button
        icon="save"
        isDisabled={asked === ''}
        {...(asked === '' && { label: `${PRESET_TEXTS.save} ${PRESET_TEXTS.nothing}` })}
        onClick={() => setOpen(true)}
      >
        {PRESET_TEXTS.save}
      </Button>
      {isOpen && (
        <PresetDialog
          query={decodeURIComponent(asked)}
          isQueryFixed
          image={image}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
