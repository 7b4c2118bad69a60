import type { Draft } from '../draft.ts';
import { base64Text, numberOf, REASONS } from '../read-values.ts';
import { setOpacity, setOverlay } from '../set-overlay.ts';
import { GRAVITIES, type ImgproxyBox } from './imgproxy-rules.ts';

/** Draws the watermark whose URL the address has; the one of the settings is not known. */
export function setWatermark(draft: Draft, { watermark, watermarkUrl = '' }: ImgproxyBox): void {
  if (watermark === undefined) {
    if (watermarkUrl !== '') draft.note('watermark_url', 'dropped', 'It needs watermark.');
    return;
  }
  const [opacity = '', place = 'ce', x = '', y = '', scale = ''] = watermark.split(':');
  const url = base64Text(watermarkUrl);
  if (numberOf(opacity) === 0) draft.note('watermark', 'dropped', REASONS.off);
  else if (url === undefined) draft.note('watermark', 'unmappable', REASONS.overlayStored);
  else {
    const names = { image: 'watermark_url', position: 'watermark', width: 'watermark' };
    const position = Object.hasOwn(GRAVITIES, place || 'ce') ? GRAVITIES[place || 'ce'] : undefined;
    const share = numberOf(scale) ?? 0;
    const width = share > 0 ? { percent: share * 100 } : undefined;
    if (!setOverlay(draft, names, { names: [url], position, width })) return;
    if (place === 're' || place === 'ch') draft.set('watermark', 'overlay-tile', 1);
    else if (position === undefined) draft.note('watermark', 'unmappable', REASONS.overlayOffset);
    if ([x, y].some((offset) => offset !== '' && numberOf(offset) !== 0)) {
      draft.note('watermark', 'unmappable', REASONS.overlayOffset);
    }
    setOpacity(draft, 'watermark', (numberOf(opacity) ?? Number.NaN) * 100);
  }
}
