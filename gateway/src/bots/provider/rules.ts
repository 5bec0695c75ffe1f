// The rules of the built-in responder, which are the same in every language.
import type { BuiltInLanguage, Reply, RuleInput } from './language.ts';
import { answerSum } from './sums.ts';

const day = 24 * 60 * 60_000;
const memoriesShown = 8;
const notesShown = 5;

const reply = (replies: readonly Reply[], input: RuleInput): string | undefined =>
  replies.find(([pattern]) => pattern.test(input.question))?.[1](input);

/** The lines that have a word, or in Chinese two characters, in common with the question. */
function linesSharing(lines: readonly string[], { keys }: BuiltInLanguage, question: string): readonly string[] {
  const wanted = keys(question);
  return lines.filter((line) => wanted.some((key) => line.toLowerCase().includes(key)));
}

function answerDate(language: BuiltInLanguage, { question, now }: RuleInput): string | undefined {
  const date = language.untilDate.exec(question)?.groups?.['date'];
  const until = Date.parse(date ?? '');
  if (date !== undefined && !Number.isNaN(until))
    return language.days(Math.round((until - Date.parse(now.toISOString().slice(0, 10))) / day), date);
  return language.today.test(question) ? language.date(now) : undefined;
}

function recall(language: BuiltInLanguage, { question, memories }: RuleInput): string | undefined {
  const { aboutPerson, onlyMemory, everything, name, recalled, nothingKnown } = language;
  if (!aboutPerson.test(question)) return undefined;
  const names = name.asked.test(question) ? memories.filter((memory) => name.stated.test(memory)) : [];
  const found = names.length > 0 ? names : linesSharing(memories, language, question);
  const known = everything.test(question) ? memories : found;
  const list = known.slice(-memoriesShown).map((memory) => `- “${memory}”`);
  if (list.length > 0) return [recalled, '', ...list].join('\n');
  return onlyMemory.test(question) ? nothingKnown : undefined;
}

/** What a clone's owner released about the question. */
function quoteNotes(language: BuiltInLanguage, { bot, question }: RuleInput): string | undefined {
  if (bot.type !== 'clone') return undefined;
  const lines = bot.about.split('\n').map((line) => line.trim());
  const notes = linesSharing(lines, language, question).slice(0, notesShown);
  return notes.length > 0
    ? [language.released(bot.ownerName), '', ...notes.map((line) => `> ${line}`)].join('\n')
    : undefined;
}

const findHelp = ({ asksForHelp, help }: BuiltInLanguage, { question }: RuleInput): string | undefined =>
  asksForHelp.test(question) ? help.find(([pattern]) => pattern.test(question))?.[1] : undefined;

/** The answer of the first rule that has one. */
export const applyRules = (language: BuiltInLanguage, input: RuleInput): string =>
  reply(language.introductions, input) ??
  answerSum(input.question) ??
  answerDate(language, input) ??
  recall(language, input) ??
  quoteNotes(language, input) ??
  findHelp(language, input) ??
  reply(language.smallTalk, input) ??
  (input.bot.type === 'clone' ? language.notReleased(input.bot.ownerName) : language.notUnderstood(input));
