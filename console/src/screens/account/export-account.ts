import { imagewell } from '../../state/imagewell.ts';

/** Time for the browser to begin the download. */
const SAVING_MS = 10_000;

/** Has the browser save all stored data of the account as a file. */
export async function saveExport(): Promise<void> {
  let page = await imagewell().exportAccount({});
  const projects = [...page.projects];
  while (page.cursor !== null) {
    page = await imagewell().exportAccount({ cursor: page.cursor });
    for (const project of page.projects) projects.push(project);
  }
  const { cursor: _, ...rest } = page;
  const text = JSON.stringify({ ...rest, projects }, null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `imagewell-account-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS);
}
