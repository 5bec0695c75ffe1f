// Every sentence of the host's screens.

export const strings = {
  settings: { title: 'Settings' },
  features: {
    chat: 'Chats',
    channels: 'Spaces',
    ai: 'AI',
    moments: 'Moments',
    airdrop: 'Airdrop',
  },
} as const;
