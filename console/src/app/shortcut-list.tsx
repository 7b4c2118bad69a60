import { useState } from 'preact/hooks';
import {
  hasShortcuts,
  type Shortcut,
  setShortcuts,
  shortcuts,
  useShortcuts,
} from '../state/keyboard.ts';
import { linkTo } from '../state/links.ts';
import { findRoute, type RouteName } from '../state/route-names.ts';
import { navigate, place } from '../state/router.ts';
import { PAGE_TITLES, SHELL_TEXTS } from '../texts/shell-texts.ts';
import { UI_TEXTS } from '../texts/ui-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Check } from '../ui/field.tsx';
import { offeredPages } from './navigation.tsx';
import { ROUTES } from './routes.ts';

const capital = (keys: string) =>
  keys
    .split(' ')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join(' ');

/** The playground opens the image at hand: the one of the page, or none. */
function queryFor(name: RouteName): Readonly<Record<string, string>> {
  const found = findRoute(place.value.path);
  const imageId = found?.name === 'image' ? found.params.imageId : undefined;
  return name === 'playground' && imageId !== undefined ? { image: imageId } : {};
}

/** The keys of every page, and the list of all that act now under `?`. */
export function ShortcutList() {
  const [isOpen, setOpen] = useState(false);
  const pages = offeredPages((name) => ROUTES[name].key !== null);
  const own: Shortcut[] = pages.map((name) => ({
    keys: `g ${ROUTES[name].key}`,
    label: SHELL_TEXTS.goTo(PAGE_TITLES[name]),
    run: () => navigate(linkTo(name, {}, queryFor(name))),
  }));
  own.push({ keys: '?', label: SHELL_TEXTS.thisList, run: () => setOpen(true) });
  useShortcuts(own);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={SHELL_TEXTS.shortcuts}
      about={SHELL_TEXTS.shortcutsAbout}
      onClose={close}
      actions={<Button onClick={close}>{UI_TEXTS.close}</Button>}
    >
      <dl class="keys">
        {shortcuts.value.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <kbd>{capital(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Check isOn={hasShortcuts.value} onChange={setShortcuts}>
        {SHELL_TEXTS.shortcutsOn}
      </Check>
    </Dialog>
  );
}
