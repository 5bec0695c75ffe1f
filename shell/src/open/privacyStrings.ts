// The privacy page, in full. What it says has to be true of the code: whoever changes what is stored changes it here.
import { limits } from '@amber/proto/limits';

const days = (time: number): string => `${Math.round(time / 86_400_000)} days`;

interface Section {
  id: string;
  title: string;
  paragraphs?: readonly string[];
  /** What, and what about it. */
  table?: readonly (readonly [string, string])[];
  list?: readonly string[];
}

export const privacyStrings = {
  title: 'Privacy',
  lead: 'What this server knows of you, what it cannot read, how long it keeps it, and what you can do about it.',
  contents: 'On this page',
  short: 'In short',
  inShort: [
    'The text of new private chats is encrypted on your devices. The server carries it and cannot read it.',
    'Groups, spaces and moments are stored in a form that the server can read, so that newcomers see what was said.',
    'There are no advertisements, no trackers and no scripts of others. The page can talk to this server alone.',
    'You can take a copy of your data, and delete your account, without asking anybody.',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who answers for it',
      paragraphs: [
        'Amber is software that anybody may run. This page describes the software. The server that you are looking at is run by whoever gave you its address: they can see what is listed here as readable, and they are the ones to ask about it.',
        'A web page is delivered by its server at every visit. Whoever runs the server could deliver another page than this one, one that gives texts away. Encryption protects you from those who copy the server’s data, not from a server that turns against you.',
      ],
    },
    {
      id: 'stored',
      title: 'What the server stores',
      table: [
        [
          'Your account',
          'The phone number or the wallet that you sign in with, your name, your picture, what you wrote about yourself, and when you joined.',
        ],
        [
          'Your devices',
          'What each browser calls itself, for example “Chrome on Linux”, when it was first and last seen, and its public keys. No location.',
        ],
        [
          'Your conversations',
          'Who is in them, since when, how far each has read, and how you have set them: muted, pinned, your own name for them.',
        ],
        [
          'Messages',
          'Who sent which when, from which device, how long it is, and its place. Its text only where it is not encrypted.',
        ],
        ['What you publish', 'Moments, spaces that you make, campaigns that you take part in.'],
        ['What you keep', 'The messages that you mark as favourites.'],
        [
          'People',
          'Your contacts, your names for them, who has asked whom, whom you have blocked, and who came by your invitation.',
        ],
        [
          'Limits',
          'How many codes a number or a network has asked for lately, so that nobody can be flooded with them.',
        ],
      ],
    },
    {
      id: 'encrypted',
      title: 'What is encrypted, and what is not',
      paragraphs: [
        'Private chats begin end-to-end encrypted: each message is sealed once for each device of the two of you, with Signal’s protocol. The keys are made in your browser and never leave it. Either of you can turn this off for a chat, which both see.',
        'A message that could not be sealed for a device may be sent without; it then says so on both sides. You choose whether that happens always, never, or only after you were asked.',
      ],
      list: [
        'Shown to anybody who has your link: your name, your picture and your moments.',
        'Not encrypted: groups, rooms in spaces, moments, names, pictures, and what you tell an AI assistant.',
        'Never hidden from the server: who writes to whom, when, and how long the messages are.',
        'On the way everything is protected by the connection, where this server has one with TLS (the address begins with https).',
        'Nobody outside the project has audited the encryption yet.',
      ],
    },
    {
      id: 'time',
      title: 'How long',
      table: [
        [
          'Encrypted messages',
          `Until each device has fetched its copy, and at most ${days(limits.copyFor)}. What remains is that there was a message.`,
        ],
        [
          'Other messages',
          'As long as the conversation. One that you withdraw is taken from everybody else; its text stays readable to you.',
        ],
        ['Devices', `Until you sign them out, or ${days(limits.deviceIdleFor)} after they were last used.`],
        ['Sign-in codes', `${Math.round(limits.codeFor / 60_000)} minutes, or five wrong guesses.`],
        ['News for your devices', `${days(limits.noticeFor)}.`],
        [
          'Your account',
          'Until you delete it. Then all of the above goes but what you have written to others: it stays with them, under the name “Deleted account”.',
        ],
        [
          'Files',
          `Until the message is withdrawn or the sender’s account is deleted, and ${Math.round(limits.releasedFileFor / 3_600_000)} hours more. Copies that others have opened stay on their devices.`,
        ],
        ['The server’s log', 'It holds what failed and where in the program, never who or what about.'],
      ],
    },
    {
      id: 'browser',
      title: 'What lies in your browser',
      paragraphs: [
        'Your chats, your keys and what you have written but not sent lie in this browser’s database, so that the app opens at once and goes on offline. They are not encrypted there: whoever can use the browser can read them. Signing out asks whether to keep or remove them.',
        'There are no cookies. Who is signed in, and how you like the app to look, is kept in the browser’s local storage and goes nowhere.',
      ],
    },
    {
      id: 'others',
      title: 'Who else learns of it',
      paragraphs: ['Only what a feature cannot do without, and only where this server has been set up for it:'],
      list: [
        'The service that delivers text messages gets your number and the code.',
        'The service behind AI assistants gets what you write to them.',
        'The people whom you write with get what you write, and may keep it.',
      ],
    },
    {
      id: 'choices',
      title: 'What you can do',
      list: [
        'Settings, Account: take a copy of your data, or delete your account.',
        'Settings, Privacy: keep to yourself what you have read.',
        'Settings, Storage: see and clear what lies in this browser.',
        'In a message’s menu: withdraw what you have said.',
        'On a person’s page: block them.',
      ],
    },
  ] satisfies Section[] as readonly Section[],
} as const;
