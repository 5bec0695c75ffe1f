// Every sentence about a person's own devices, and about what happens where encryption is not possible.
export const deviceStrings = {
  title: 'Devices',
  hint: 'Everything that is signed in to your account. A device that has been away for 45 days is signed out by itself.',
  thisDevice: 'This device',
  unnamed: 'Unnamed device',
  seen: (when: string) => `Last seen ${when}`,
  since: (day: string) => `Signed in ${day}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  confirmTitle: (name: string) => `Sign out ${name}?`,
  confirmText:
    'Its session ends at once, and its keys are gone: it can neither read new messages nor write. What it has stored stays in its browser.',
  signedOut: (name: string) => `${name} is signed out`,
  only: 'You are signed in on this device alone.',
  policy: 'When a message cannot be encrypted for a device',
  policies: {
    unset: { label: 'Send, but ask for verified people', hint: 'What goes unencrypted is marked on both sides' },
    always: { label: 'Always send', hint: 'What goes unencrypted is marked on both sides' },
    ask: { label: 'Ask me', hint: 'The message waits until you decide' },
    never: { label: 'Never', hint: 'The message is not sent' },
  },
  encryption: 'Encryption',
} as const;
