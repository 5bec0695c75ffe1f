// Every sentence that pages say by way of this package.
export const strings = {
  copied: 'Copied',
  copyFailed: 'This browser did not allow copying',
  asked: 'Request sent',
  agreedWith: (name: string) => `${name} is now your contact`,
} as const;
