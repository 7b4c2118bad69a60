import { createImageLoader } from 'imagewell-client/next';

export default createImageLoader({ cdnUrl: process.env.NEXT_PUBLIC_IMAGEWELL_CDN_URL });
