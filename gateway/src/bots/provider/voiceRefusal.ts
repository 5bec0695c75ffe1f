// Answers a voice message without text: the bot says why it cannot.
import { preferredLanguage } from '../../pages/preferredLanguage.ts';
import type { MissingTranscript } from '../messageText.ts';
import type { ChatTurn, Provider } from './provider.ts';

type Language = 'en' | 'zh-Hans';
const languages: Language[] = ['en', 'zh-Hans'];

const sentences: Record<MissingTranscript, Record<Language, string>> = {
  notConverted: {
    en: 'I cannot listen to voice messages here. Please write to me instead.',
    'zh-Hans': '我在这里听不了语音消息，请用文字告诉我。',
  },
  noWords: {
    en: 'I heard no words in your voice message. Please try again, or write to me.',
    'zh-Hans': '我在您的语音消息里没有听到说话内容。请再试一次，或用文字告诉我。',
  },
};

/** The language in which the person has written here; before that, the one that their browser asks for. */
function languageOf(turns: readonly ChatTurn[], accepted: readonly string[]): Language {
  const written = turns.findLast(({ by }) => by === 'person')?.text;
  if (written !== undefined) return /\p{Script=Han}/u.test(written) ? 'zh-Hans' : 'en';
  return preferredLanguage(accepted, languages) as Language;
}

/** `accepted`: the languages of the browser that sent the voice message. */
export const createVoiceRefusal = (reason: MissingTranscript, accepted: readonly string[]): Provider => ({
  name: 'Amber',
  models: [],
  async *stream({ turns }) {
    yield sentences[reason][languageOf(turns, accepted)];
  },
});
