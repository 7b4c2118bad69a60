import type { FakeService } from './fake-service.ts';

/** Explains each address: with `blur` it is new by default, else it is stored. */
export function answerExplanations(
  service: FakeService,
  isNewUrl = (url: URL) => url.searchParams.has('blur'),
): void {
  service.answer('explain-transformation', ({ imageUrl }: { imageUrl: string }) => {
    const url = new URL(imageUrl);
    const isNew = isNewUrl(url);
    return {
      body: {
        imageId: /img_[a-z2-7]{26}/.exec(url.pathname)?.[0],
        parameters: Object.fromEntries(url.searchParams),
        ignored: [],
        didYouMean: [],
        errors: [],
        withoutEffect: [],
        output: { format: 'webp', width: 1200, height: 800 },
        renditionKey: url.pathname + url.search,
        stored: !isNew,
        transformations: isNew ? 1 : 0,
      },
    };
  });
}
