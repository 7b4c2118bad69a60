/** The script of the sign-in and set-up pages, which their service sends whole without it. */
import './door.css';
import { startEyes, startTheme } from './page.ts';
import { startCopying, startSetUp } from './set-up.ts';
import { startSignIn } from './sign-in.ts';

startTheme();
addEventListener('DOMContentLoaded', () => {
  startEyes();
  startCopying();
  if (document.querySelector('[data-setup]')) void startSetUp();
  else void startSignIn();
});
