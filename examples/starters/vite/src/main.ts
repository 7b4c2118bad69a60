import { imageUrl, placeholderUrl, srcSet } from 'imagewell-client';

const { VITE_IMAGEWELL_CDN_URL: cdnUrl, VITE_IMAGEWELL_IMAGE: image } = import.meta.env;
const element = document.querySelector<HTMLImageElement>('#image');
if (element) {
  element.style.background = `url("${placeholderUrl(image, { cdnUrl })}") center / cover`;
  element.onload = () => element.style.removeProperty('background');
  element.srcset = srcSet(image, { cdnUrl, widths: [600, 1200], format: 'webp' });
  element.src = imageUrl(image, { cdnUrl, width: 600, format: 'webp' });
}
