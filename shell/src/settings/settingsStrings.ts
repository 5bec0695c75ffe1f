// Every sentence of the settings' own sections.
const size = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Bytes as people read them. */
export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${size.format(value)} ${units[unit]}`;
}

export const settingsStrings = {
  save: 'Save',
  cancel: 'Cancel',
  profile: {
    title: 'Profile',
    card: 'Name and picture',
    about: 'About you',
    bio: 'A few words about yourself',
    bioHint: (left: number) => `Shown on your page. ${left} characters left.`,
    saved: 'Saved',
    see: 'See your page',
  },
  qr: {
    title: 'My QR code',
    lead: 'Whoever scans it comes to your page: with the camera of a phone, or in Amber.',
    code: 'QR code of your page',
    copy: 'Copy link',
    renew: 'Make a new one',
    renewTitle: 'Make a new code?',
    renewText: 'The one that you have handed out leads nowhere from then on.',
    scan: 'Scan a code',
    scanLead: 'Hold the code of somebody in front of the camera, or choose a picture of it.',
    camera: 'Use the camera',
    picture: 'Choose a picture',
    viewTitle: 'Scan a code',
    view: 'What the camera sees',
    looking: 'Looking for a code…',
    noCamera: 'There is no camera that may be used. Choose a picture instead.',
    notOurs: 'This code leads to nobody in Amber.',
    noCode: 'There is no code to be seen in this picture.',
    unreadable: 'This picture could not be read.',
    slapTitle: 'Slap somebody who is not here',
    slapHint:
      'A link that says “you have been slapped”, with your name, to whoever opens it. Send it by any other way.',
    slapCopy: 'Copy slap link',
  },
  appearance: {
    title: 'Appearance',
    lead: 'For this device alone.',
    text: 'Size of messages',
    sizeOf: (pixels: number) => `${pixels} pixels`,
    small: 'Small',
    large: 'Large',
    sampleName: 'Mira',
    sample: 'The lake was like glass this morning. You should have come!',
    motion: 'Motion',
    reduce: 'Less motion',
    reduceHint: 'Nothing slides or turns. Your system’s own setting is heeded in any case.',
  },
  notifications: {
    // The region of the toasts is called 'Notifications'.
    title: 'Sounds and badges',
    lead: 'While Amber is open in a tab. It cannot notify you when it is closed.',
    device: 'This device',
    sound: 'Play a sound',
    soundHint: 'When a message comes that you are not looking at. Muted chats stay silent.',
    badge: 'Show how much is unread',
    badgeHint: 'In the tab’s title and icon, and on the icon of the installed app.',
    muted: 'Muted chats',
    noneMuted: 'No chat is muted',
    noneMutedHint: 'You mute one in its details.',
    unmute: 'Unmute',
    unmuteNamed: (name: string) => `Unmute ${name}`,
    unnamed: 'Chat without a name',
  },
  storage: {
    title: 'Storage',
    lead: 'Your chats are kept in this browser, so that they open at once and without a network.',
    used: 'Used here',
    of: (used: string, quota: string) => `${used} of ${quota} that this browser gives`,
    bar: 'Room used',
    none: 'This browser does not say how much is stored.',
    kept: 'Kept',
    isKept: 'The browser keeps it until you remove it.',
    notKept:
      'The browser may remove it when it runs short of room. What the server has is fetched again then; keys and unsent messages are not.',
    keep: 'Ask the browser to keep it',
    refused: 'This browser does not agree for now. It often does once Amber is installed or used more.',
    agreed: 'It is kept from now on',
    clear: 'Old messages',
    clearHint:
      'Old messages of groups that you have read, and cached files, can be fetched again. Encrypted chats stay: they exist nowhere else.',
    clearAction: 'Clear old messages',
    clearTitle: 'Clear old messages from this browser?',
    clearText:
      'They are fetched again when you scroll up, for which a network is needed. Search finds only what is here.',
    cleared: (count: number) =>
      count === 0 ? 'There was nothing to clear' : count === 1 ? '1 message cleared' : `${count} messages cleared`,
  },
  account: {
    export: 'Your data',
    exportHint:
      'All that the server has of you, as one JSON file. Encrypted messages are in it without their words: the server does not know them.',
    exportAction: 'Download my data',
    exporting: (percent: number) => `Collecting… ${percent} %`,
    exportBar: 'Collecting your data',
    exported: 'Your data is in your downloads',
    file: 'amber-my-data.json',
    delete: 'Leave for good',
    deleteHint: 'Your account is deleted. Nobody can bring it back, also not those who run this server.',
    deleteAction: 'Delete my account',
    deleteTitle: 'Delete your account?',
    deleteMeans: [
      'Your name, picture, number, wallet, devices, contacts, favourites and moments are erased.',
      'You leave all groups; those that you own go to the member who has been there longest.',
      'What you have written to others stays with them, under the name “Deleted account”. Files that you sent can be opened for a short while longer.',
      'Everything of Amber is removed from this browser, and your other devices are signed out.',
    ],
    deleteConfirm: (word: string) => `Type ${word} to confirm`,
    deleteWord: 'DELETE',
    deleteWrong: (word: string) => `Please type ${word}`,
  },
  favorites: {
    title: 'Favourites',
    lead: 'Messages that you have marked to find again. Of an encrypted one the server knows only where it lies; its words are on your devices.',
    none: 'No favourites yet',
    noneHint: 'Choose ‘Add to favourites’ in the menu of a message.',
    jump: 'Show in chat',
    remove: 'Remove',
    removeNamed: (text: string) => `Remove from favourites: ${text}`,
    more: 'Show older',
    notHere: 'A message that is not on this device',
    file: (name: string) => `File: ${name}`,
    unnamed: 'Chat',
    someone: 'Someone',
    removed: 'Removed from favourites',
  },
} as const;

export const exactly = (time: number): string => at.format(time);
