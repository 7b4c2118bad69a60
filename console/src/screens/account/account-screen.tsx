import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

/** Not built yet. */
export function AccountScreen() {
  return (
    <Page title={PAGE_TITLES.account}>
      <Empty title={PAGE_TITLES.account} />
    </Page>
  );
}
