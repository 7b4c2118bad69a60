import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

/** Not built yet. */
export function UsageScreen() {
  return (
    <Page title={PAGE_TITLES.usage}>
      <Empty title={PAGE_TITLES.usage} />
    </Page>
  );
}
