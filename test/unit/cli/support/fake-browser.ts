/**
 * `fake-browser.ts EMAIL ADDRESS`: signs a user in on the development page and follows the issuer's
 * redirect.
 */
import { createBrowser, follow, typeEmail } from '../../../support/identity/sign-in-by-page.ts';

const [email = '', address = ''] = process.argv.slice(2);
const browser = createBrowser();
const page = await follow(browser, address);
await browser(await typeEmail(browser, page, email));
