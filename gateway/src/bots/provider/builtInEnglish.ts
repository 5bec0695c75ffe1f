// The English answers of the built-in responder.
import type { ProviderRequest } from './provider.ts';
import type { RuleInput, Rule } from './rule.ts';
import { sumRule } from './sums.ts';

const whatItIs = (input: RuleInput): string => {
  const own = `I am **${input.bot.name}**, `;
  const kind = {
    clone: `an AI clone of ${input.bot.ownerName}. I am not ${input.bot.ownerName}: I only say what ${input.bot.ownerName} released.`,
    assistant: `your AI assistant.`,
    mate: `an AI companion.`,
  }[input.bot.type];
  return (
    `${own}${kind} No language model is connected to this server, so I answer by simple rules. I can:\n\n` +
    '- remember what you tell me, and recall it\n- do sums, and tell the date\n- explain how Amber works'
  );
};

/** Short help texts about the product, each with the pattern that selects it. */
const help: [RegExp, string][] = [
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
];

const day = (now: Date) =>
  now.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const stopWords = new Set(
  'what where when which who how is are do does did you know remember about have my me the and tell that told not'.split(
    ' ',
  ),
);

/** The memories that have a word in common with the question; all of them when the question asks for everything. */
function findMemories({ question, memories }: RuleInput): readonly string[] {
  if (/\b(about me|everything|do you remember\??$|what do you know\??$)/i.test(question)) return memories;
  const words = (question.toLowerCase().match(/[a-z']{3,}/g) ?? []).filter((word) => !stopWords.has(word));
  // A question for a name need not contain the words of the sentence that stated it.
  return memories.filter((memory) => {
    const known = memory.toLowerCase();
    return words.some((word) => known.includes(word.replace(/s$/, '')));
  });
}

const asksForMemory = /\b(my|me|i)\b.*\?|remember|do you know/i;

/** Lines of a clone's notes, released by its owner, that have a word in common with the question. */
const ownerNotes: Rule = ({ bot, question }) => {
  if (bot.type !== 'clone') return null;
  const words = (question.toLowerCase().match(/[a-z']{4,}/g) ?? []).filter((word) => !stopWords.has(word));
  const lines = bot.about
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => words.some((word) => line.toLowerCase().includes(word)));
  return lines.length === 0
    ? null
    : `${bot.ownerName} released this about it:\n\n${lines
        .slice(0, 5)
        .map((line) => `> ${line}`)
        .join('\n')}`;
};

export const englishRules: readonly Rule[] = [
  ({ question }) => (question === '' ? 'I can only read text. What can I do for you?' : null),
  (input) =>
    /\b(who|what) are you\b|are you (a |an )?(human|real|bot|ai|robot|person)|what can you do/i.test(input.question)
      ? whatItIs(input)
      : null,
  sumRule,
  ({ question, now }) => {
    const until = /(how many days|how long) (until|till|to) (?<date>\d{4}-\d{2}-\d{2})/i.exec(question)?.groups?.[
      'date'
    ];
    if (until && !Number.isNaN(Date.parse(until))) {
      const days = Math.round((Date.parse(until) - Date.parse(now.toISOString().slice(0, 10))) / 86_400_000);
      return days >= 0 ? `It is **${days}** days until ${until}.` : `${until} was **${-days}** days ago.`;
    }
    return /\b(date|day|today|year|month)\b.*\?|what.*\b(date|day|time)\b/i.test(question)
      ? `Today is **${day(now)}** and it is ${now.toISOString().slice(11, 16)}, both in UTC: I do not know your time zone.`
      : null;
  },
  (input) => {
    if (!asksForMemory.test(input.question)) return null;
    const known = findMemories(input);
    if (known.length > 0)
      return `You told me:\n\n${known
        .slice(-8)
        .map((memory) => `- “${memory}”`)
        .join('\n')}`;
    return /\b(my|me)\b|remember/i.test(input.question) && input.question.endsWith('?')
      ? 'You have not told me that yet. Tell me, and I will remember it.'
      : null;
  },
  ownerNotes,
  ({ question }) =>
    /[?]|^(how|what|explain|help|where|tell me)/i.test(question)
      ? (help.find(([words]) => words.test(question))?.[1] ?? null)
      : null,
  ({ question, before }) =>
    /what did i (just )?(say|ask)/i.test(question)
      ? before.length > 0
        ? `Before that you wrote: “${before.at(-1)!.slice(0, 200)}”`
        : 'That was your first message here.'
      : null,
  ({ question }) =>
    /^(remember|note|my |i (am|live|work|study|love|like|hate|prefer|play|have|own|come)|i'm )/i.test(question) &&
    !question.endsWith('?')
      ? 'Thank you for telling me. What I keep of it is in my memory list, where you can change or delete it.'
      : null,
  ({ question, bot, person }) =>
    /^(hi|hello|hey|good (morning|evening|afternoon)|howdy)\b/i.test(question)
      ? `Hello ${person}! I am ${bot.name}, ${bot.type === 'clone' ? `the AI clone of ${bot.ownerName}` : 'an AI'}. ${bot.type === 'mate' ? 'How was your day?' : 'What can I do for you?'}`
      : null,
  ({ question }) =>
    /how are you/i.test(question) ? 'I am a small set of rules, so always the same. How are *you*?' : null,
  ({ question }) => (/\b(thanks|thank you|great|perfect)\b/i.test(question) ? 'You are welcome!' : null),
  ({ question }) => (/\b(bye|good night|see you)\b/i.test(question) ? 'Goodbye! I keep what you told me.' : null),
  ({ question }) =>
    /\b(sad|tired|lonely|stressed|angry|afraid|bad day)\b/i.test(question)
      ? 'I am sorry to hear that. Do you want to tell me more?'
      : null,
  ({ bot, memories }) =>
    bot.type === 'clone'
      ? `${bot.ownerName} has not released anything about that. Ask something else, or write to ${bot.ownerName} directly.`
      : bot.type === 'mate' && memories.length > 0
        ? `I do not understand that: no language model is connected. But I remember: “${memories.at(-1)}” How is that going?`
        : 'I do not understand that: no language model is connected to this server, so I know a few rules only. Ask me *what can you do?*',
];

/** The greeting of a mate that writes first. */
export const greetingEnglish = ({ person, memories }: ProviderRequest): string =>
  memories.length > 0
    ? `Hello, ${person}! You told me: “${memories.at(-1)}” How is that going?`
    : `Hello, ${person}! How are you today?`;
