/** Texts of the parts that every screen uses. */
export const UI_TEXTS = {
  copy: (what: string) => `Copy ${what}`,
  copyWord: 'Copy',
  copied: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}: copied`,
  copyRefused: 'The browser refused. Select the text and copy it.',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  request: 'Request',
  faultDetails: 'details of the fault',
  nothingLost: 'Nothing is lost.',
  tryAgain: 'Try again',
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  offline: 'You are offline.',
  offlineMore: 'Uploads wait, and go on by themselves.',
} as const;
