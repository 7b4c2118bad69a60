/** The account of the operator; no sign-in takes it over. */
export const LOCAL_ACCOUNT_ID = 'acc_local';

/** What the two keys of the local account are called. */
export const LOCAL_KEY_NAME = 'local development';
