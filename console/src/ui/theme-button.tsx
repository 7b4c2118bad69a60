import { changeTheme, theme } from '../state/theme.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { Icon } from './icon.tsx';
import { say } from './toast.tsx';

/** Goes from the system's theme to light, to dark, and back. */
export function ThemeButton() {
  const change = () => {
    changeTheme();
    say(SHELL_TEXTS.themeNow(theme.value));
  };
  return (
    <button
      type="button"
      class="btn icon quiet"
      aria-label={SHELL_TEXTS.theme}
      title={SHELL_TEXTS.theme}
      onClick={change}
    >
      <Icon name="sun" class="i only-light" />
      <Icon name="moon" class="i only-dark" />
    </button>
  );
}
