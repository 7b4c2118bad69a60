/** No secret: whether asking the issuer silently is worth a redirect. */
const KEY = 'imagewell.signed-in';

/** Whether this browser was signed in when it was last here. */
export const wasSignedIn = () => localStorage.getItem(KEY) !== null;

/** Keeps that this browser is signed in. */
export const rememberSignIn = () => localStorage.setItem(KEY, '1');

/** Keeps that it is no more. */
export const forgetSignIn = () => localStorage.removeItem(KEY);
