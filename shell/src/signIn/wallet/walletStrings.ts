// Every sentence about wallets but those of the catalogue of faults.
export const walletStrings = {
  choose: 'Choose a wallet',
  looking: 'Looking for wallets…',
  cancel: 'Cancel',
  waiting: (name: string) => `Confirm in ${name || 'your wallet'} to go on…`,
  refusals: {
    200002: 'That took too long. Connect the wallet again',
    200003: 'The signature was not accepted. Connect the wallet again',
  },
} as const;
