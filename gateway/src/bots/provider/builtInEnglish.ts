// The English of the built-in responder.
import type { BuiltInLanguage, RuleInput } from './language.ts';

const stopWords = new Set(
  'what where when which who how is are was were do does did you know remember about have has had me my the and tell that told not can for will your'.split(
    ' ',
  ),
);

function introduce({ bot }: RuleInput): string {
  const kind = {
    clone: `an AI clone of ${bot.ownerName}. I am not ${bot.ownerName}: I only say what ${bot.ownerName} released.`,
    assistant: 'your AI assistant.',
    mate: 'an AI companion.',
  }[bot.type];
  return (
    `I am **${bot.name}**, ${kind} No language model is connected to this server, so I answer by simple rules. I can:\n\n` +
    '- remember what you tell me, and recall it\n- do sums, and tell the date\n- explain how Amber works'
  );
}

export const english: BuiltInLanguage = {
  introductions: [
    [/^$/, () => 'I can only read text. What can I do for you?'],
    [/\b(who|what) are you\b|are you (a |an )?(human|real|bot|ai|robot|person)|what can you do/i, introduce],
  ],
  untilDate: /(how many days|how long) (until|till|to) (?<date>\d{4}-\d{2}-\d{2})/i,
  days: (days, date) => (days >= 0 ? `It is **${days}** days until ${date}.` : `${date} was **${-days}** days ago.`),
  today: /^(?=[^]*\?)[^]*\b(date|day|today|year|month)\b|^(?=[^]*what)[^]*\b(date|day|time)\b/i,
  date(now) {
    const today = now.toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return `Today is **${today}** and it is ${now.toISOString().slice(11, 16)}, both in UTC: I do not know your time zone.`;
  },
  aboutPerson: /^(?=[^]*\?)[^]*\b(my|me|i)\b|remember|do you know/i,
  onlyMemory: /^(?=[^]*(\b(my|me)\b|remember))[^]*\?$/i,
  everything: /\b(about me|everything|do you remember\??$|what do you know\??$)/i,
  name: { asked: /\bmy name\b|who am i/i, stated: /\bmy name\b|\bi am called\b/i },
  recalled: 'You told me:',
  nothingKnown: 'You have not told me that yet. Tell me, and I will remember it.',
  keys: (question) =>
    (question.toLowerCase().match(/[a-z']{3,}/g) ?? [])
      .filter((word) => !stopWords.has(word))
      .map((word) => word.replace(/s$/, '')),
  released: (owner) => `${owner} released this about it:`,
  asksForHelp: /[?]|^(how|what|explain|help|where|tell me)/i,
  help: [
    [
      /encrypt|secure|privacy|safety number/i,
      'Private chats are end-to-end encrypted: nobody on the server can read them. The button in a chat’s header shows how it is protected, and the safety number that you can compare. Groups, rooms and chats with AIs are open: the server can read them.',
    ],
    [
      /\bspaces?\b|\brooms?\b|communit/i,
      'A **space** is a community with rooms. Find public ones under *Discover*, or create your own with *Create space*. Its owner can invite people by a link.',
    ],
    [
      /\bcontacts?\b|friends?\b|\badd (some|people|a person)/i,
      'Find people with *New chat*, by their name or phone number, and send a request from their profile. Who accepts is among your contacts.',
    ],
    [
      /\bgroups?\b/i,
      'Create a group under *Chats* with *New chat*, *New group*. Its owner can rename it and remove people; everybody can invite.',
    ],
    [
      /\b(files?|pictures?|photos?|videos?)\b/i,
      'Attach files with the paper clip next to the message box, or drop them on the chat. In an encrypted chat they are encrypted, too.',
    ],
    [
      /\bbots?\b|\bclones?\b|\bmates?\b|\bassistants?\b/i,
      'Under *AI* you can create a **clone**, which answers others in your place with what you released, or a **mate**, which keeps you company. Every account has an **assistant**.',
    ],
    [
      /\bamber\b|\bhelp\b|how (do|does|can) (i|this)/i,
      'Amber is a chat and community app: private chats with end-to-end encryption, groups, spaces with rooms, and AI companions like me. Ask me about *encryption*, *spaces*, *contacts*, *groups*, *files* or *bots*.',
    ],
  ],
  smallTalk: [
    [
      /what did i (just )?(say|ask)/i,
      ({ before }) =>
        before.length > 0
          ? `Before that you wrote: “${before.at(-1)!.slice(0, 200)}”`
          : 'That was your first message here.',
    ],
    [
      /^(remember|note|my |i (am|live|work|study|love|like|hate|prefer|play|have|own|come)|i'm )[^]*(?<!\?)$/i,
      () => 'Thank you for telling me. What I keep of it is in my memory list, where you can change or delete it.',
    ],
    [
      /^(hi|hello|hey|good (morning|evening|afternoon)|howdy)\b/i,
      ({ bot, person }) =>
        `Hello ${person}! I am ${bot.name}, ${bot.type === 'clone' ? `the AI clone of ${bot.ownerName}` : 'an AI'}. ${bot.type === 'mate' ? 'How was your day?' : 'What can I do for you?'}`,
    ],
    [/how are you/i, () => 'I am a small set of rules, so always the same. How are *you*?'],
    [/\b(thanks|thank you|great|perfect)\b/i, () => 'You are welcome!'],
    [/\b(bye|good night|see you)\b/i, () => 'Goodbye! I keep what you told me.'],
    [
      /\b(sad|tired|lonely|stressed|angry|afraid|bad day)\b/i,
      () => 'I am sorry to hear that. Do you want to tell me more?',
    ],
  ],
  notReleased: (owner) =>
    `${owner} has not released anything about that. Ask something else, or write to ${owner} directly.`,
  notUnderstood: ({ bot, memories }) =>
    bot.type === 'mate' && memories.length > 0
      ? `I do not understand that: no language model is connected. But I remember: “${memories.at(-1)}” How is that going?`
      : 'I do not understand that: no language model is connected to this server, so I know a few rules only. Ask me *what can you do?*',
  greeting: ({ person, memories }) =>
    memories.length > 0
      ? `Hello, ${person}! You told me: “${memories.at(-1)}” How is that going?`
      : `Hello, ${person}! How are you today?`,
};
