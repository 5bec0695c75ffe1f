// Every sentence around the pages that stand alone.
export const openStrings = {
  titleOf: (page: string) => `${page} – Amber`,
  signIn: 'Sign in',
  openApp: 'Open Amber',
  foot: 'Amber is free software under the AGPL.',
  footLinks: 'More about Amber',
  about: 'What Amber is',
  privacy: 'Privacy',
} as const;
