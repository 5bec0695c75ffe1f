// Every sentence of the page that invites others.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export const inviteStrings = {
  title: 'Invite people',
  lead: 'Anyone with your link can join. Who has come is listed below.',
  link: 'Your invitation link',
  code: 'Invitation code',
  qr: 'QR code of your invitation link',
  copy: 'Copy link',
  share: 'Share',
  shareText: 'Let us talk on Amber',
  left: (count: number) => `It lets in ${count} more ${count === 1 ? 'person' : 'people'}; then you get another one.`,
  came: 'Who has come',
  noName: 'Still setting up their profile',
  since: (time: number) => day.format(time),
  nobody: 'Nobody yet',
  nobodyHint: 'Send your link to a friend, or let them scan the code.',
} as const;
