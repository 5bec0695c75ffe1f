// Every sentence of the landing page.
export const landingStrings = {
  // The frame that is seen before any script says the same two: shell/src/firstPaint/landing.html.
  headline: 'Conversations that last.',
  lead: 'Amber is a chat for people and their communities. It opens at once, goes on without a network, and runs on a server that can be your own.',
  start: 'Start a conversation',
  open: 'Open your chats',
  seeSpaces: 'See public spaces',
  picture: 'A chat in Amber: a list of conversations, and a few messages about a walk on Sunday',
  what: 'What it is',
  features: {
    fast: [
      'There when you are',
      'Your chats are kept in this browser. The list and the last messages stand before the network has answered.',
    ],
    offline: [
      'Goes on offline',
      'Write in a tunnel, close the tab: what you wrote waits in order and goes out once, when you are back.',
    ],
    private: [
      'Sealed between devices',
      'New private chats are end-to-end encrypted. Where a message was not, Amber says so beside it.',
    ],
    spaces: [
      'Room for communities',
      'Spaces gather people around a place, a craft or a question, in public or by invitation.',
    ],
    ai: ['Company from an assistant', 'Every account comes with an AI assistant, beside the people you write with.'],
    own: [
      'Yours to run',
      'One command starts the whole of it on a machine of yours. The source is open; no other company is involved.',
    ],
  },
  spaces: 'Public spaces',
  spacesLead: 'Communities on this server that anybody may join.',
  noSpaces: 'No public space yet. The first one may be yours.',
  members: (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`,
  campaigns: 'Live campaigns',
  campaignsLead: 'What this server is giving away, and until when.',
  noCampaigns: 'No campaign is running just now.',
  until: (at: number) =>
    `Until ${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(at)}`,
  offline: 'You are offline. The spaces and campaigns of this server appear when you are back.',
  closing: 'Who would you like to write to?',
  closingLead: 'A phone number and a code: that is the whole sign-up.',
} as const;

/** What the picture of the app says. */
export const pictureStrings = {
  chats: [
    { name: 'Mira', text: 'Keep me a seat on the left', time: '18:42' },
    { name: 'Sunday walks', text: 'Jonas: nine at the bridge', time: '17:10' },
    { name: 'Jonas', text: 'The photos are lovely', time: '16:03' },
    { name: 'Assistant', text: 'Here is the list, sorted', time: 'Tue' },
    { name: 'Aunt Ines', text: 'Call me when you land', time: 'Mon' },
  ],
  name: 'Mira',
  state: 'online',
  first: 'The lake was like glass this morning.',
  second: 'You should have come!',
  mine: 'On Sunday I will. Nine at the bridge?',
  last: 'Keep me a seat on the left',
  message: 'Message',
} as const;
