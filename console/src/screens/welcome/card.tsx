import type { ComponentChildren } from 'preact';
import alpine from '../../../pictures/alpine-dusk.webp';
import citrus from '../../../pictures/citrus-flatlay.webp';
import dunes from '../../../pictures/dunes-noon.webp';
import moon from '../../../pictures/moon-bay.webp';
import ribbons from '../../../pictures/ribbons.webp';
import vase from '../../../pictures/vase-terracotta.webp';
import { visitFault } from '../../state/session/session.ts';
import { WELCOME_TEXTS } from '../../texts/welcome-texts.ts';
import { FaultBanner } from '../../ui/fault-banner.tsx';

const ROW = [alpine, vase, ribbons];
const PICTURES = { none: [], row: ROW, all: [...ROW, moon, citrus, dunes] };

function Pictures({ addresses }: { readonly addresses: readonly string[] }) {
  return (
    <div class="w-pics" aria-hidden="true">
      {addresses.map((address) => (
        <img key={address} src={address} alt="" width="960" height="720" />
      ))}
    </div>
  );
}

export interface CardProps {
  readonly title: string;
  readonly pictures?: keyof typeof PICTURES;
  readonly children: ComponentChildren;
}

/** The card of the page at `/`: the next step, with a failed sign-in above it. */
export function Card({ title, pictures = 'row', children }: CardProps) {
  const fault = visitFault.value;
  return (
    <section class="w-card" aria-labelledby="h-card">
      {PICTURES[pictures].length > 0 && <Pictures addresses={PICTURES[pictures]} />}
      <div class="w-body">
        <h2 id="h-card">{title}</h2>
        <FaultBanner fault={fault} what={WELCOME_TEXTS.signInFailed} />
        {children}
      </div>
    </section>
  );
}

/** The card of an invitation in its height, while the service is asked for it. */
export function InvitationBones() {
  return (
    <div class="w-card bones" aria-hidden="true">
      <div class="w-pics">
        {ROW.map((address) => (
          <span key={address} class="bone" />
        ))}
      </div>
      <div class="w-body">
        <span class="bone title" />
        <span class="bone facts-of" />
        <span class="bone tall" />
        <span class="bone fine-of" />
      </div>
    </div>
  );
}

/** The card in its height, while the service is asked which one it is. */
export function CardBones() {
  return (
    <div class="w-card bones" aria-hidden="true">
      <div class="w-pics">
        {PICTURES.all.map((address) => (
          <span key={address} class="bone" />
        ))}
      </div>
      <div class="w-body">
        <span class="bone w2" />
        <span class="bone w1" />
        <span class="bone w1" />
        <span class="bone tall" />
      </div>
    </div>
  );
}
