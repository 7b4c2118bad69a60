import { useEffect } from 'preact/hooks';
import { apiBaseUrl } from '../../state/imagewell.ts';
import { readSettings } from '../../state/settings.ts';
import { WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Logo } from '../../ui/icon.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { WelcomeCard } from './welcome-card.tsx';

function Addresses({ api }: { readonly api: string }) {
  const rows = [
    { name: WELCOME_TEXTS.console, address: `${location.origin}/` },
    { name: WELCOME_TEXTS.api, address: `${api}/api/v1/` },
    { name: WELCOME_TEXTS.images, address: `${readSettings().cdnUrl}/res/` },
  ];
  return (
    <dl class="addr">
      {rows.map(({ name, address }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{address}</code>
            <CopyButton text={address} what={WELCOME_TEXTS.addressOf(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const curlOf = (api: string) => `curl --data-binary @photo.jpg \\
  -H 'Content-Type: image/jpeg' \\
  ${api}/api/v1/upload-temporary-image/$UPLOAD_KEY`;

/** The page at `/`: the product, its addresses, the first upload, and the way in. */
export function WelcomeScreen() {
  const { isLocal } = readSettings();
  const api = apiBaseUrl().replace(/\/+$/, '');
  const [first, second] = WELCOME_TEXTS.title;
  useEffect(() => {
    document.title = 'imagewell';
  }, []);
  return (
    <section class="welcome" aria-labelledby="h-welcome">
      <div class="w-in">
        <header class="w-top">
          <span class="brand">
            <Logo />
            <span>imagewell</span>
          </span>
          <nav aria-label={WELCOME_TEXTS.help}>
            <a href="/docs/">{WELCOME_TEXTS.docs}</a>
            <a href="/openapi.json">{WELCOME_TEXTS.openapi}</a>
            <ThemeButton />
          </nav>
        </header>
        <div class="w-cols">
          <div>
            <p class="live">
              <span class="pulse" aria-hidden="true" />
              {isLocal ? WELCOME_TEXTS.running : WELCOME_TEXTS.runningAt(location.host)}
            </p>
            <h1 id="h-welcome">
              {first}
              <br />
              {second}
            </h1>
            <p class="lead">
              {WELCOME_TEXTS.lead} {isLocal && WELCOME_TEXTS.leadLocal}
            </p>
            <h2>{WELCOME_TEXTS.addresses}</h2>
            <Addresses api={api} />
            <h2>{WELCOME_TEXTS.first}</h2>
            <Code text={curlOf(api)} what={WELCOME_TEXTS.curl} />
          </div>
          <WelcomeCard />
        </div>
      </div>
    </section>
  );
}
