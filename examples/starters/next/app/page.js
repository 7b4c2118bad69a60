import { fetchPlaceholder } from 'imagewell-client';
import { Image as OwnImage } from 'imagewell-client/react';
import Image from 'next/image';

const cdnUrl = process.env.NEXT_PUBLIC_IMAGEWELL_CDN_URL;
const image = process.env.NEXT_PUBLIC_IMAGEWELL_IMAGE;

export default async function Page() {
  return (
    <main>
      <h1>imagewell with Next</h1>
      <Image
        id="image"
        src={image}
        alt="A red bridge"
        width={600}
        height={400}
        placeholder="blur"
        blurDataURL={await fetchPlaceholder(image, { cdnUrl })}
        loading="eager"
      />
      <OwnImage
        id="own-image"
        image={image}
        cdnUrl={cdnUrl}
        alt="A red bridge again"
        width={600}
        height={400}
        widths={[600, 1200]}
        placeholder="blur"
      />
    </main>
  );
}
