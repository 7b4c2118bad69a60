import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

/** Not built yet. */
export function PlaygroundScreen() {
  return (
    <Page title={PAGE_TITLES.playground}>
      <Empty title={PAGE_TITLES.playground} />
    </Page>
  );
}
