/** The account of the operator; no sign-in takes it over. */
export const LOCAL_ACCOUNT_ID = 'acc_local';

/** The names of the two keys of the local account. */
export const LOCAL_KEY_NAME = 'local development';
