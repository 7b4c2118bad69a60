import type { Page } from 'playwright-core';

/** Signs in at the issuer of a local service, which asks for an address and nothing else. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: /^(Continue|Sign in)$/ }).click();
}

/** Takes over the local project from the welcome page with one click, without sample images. */
export async function takeOver(page: Page, baseUrl: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel('Add twelve sample images').uncheck();
  await page.getByRole('button', { name: 'Take over and open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
}
