// Extracts the facts that people state about themselves, as unchanged sentences.
import type { WinkMethods } from 'wink-nlp';

/** Verbs of statements that stay true for longer than a day. */
const lastingVerbs = new Set(
  'be live work study love like hate prefer play speak have own come need want dream plan enjoy collect learn'.split(
    ' ',
  ),
);

let english: Promise<WinkMethods> | undefined;

/** Loaded on first use, because the model has a few megabytes. */
const loadEnglish = () =>
  (english ??= Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')]).then(([nlp, model]) =>
    nlp.default(model.default),
  ));

const sentenceMax = 300;
const rememberEnglish = /^(please )?(remember|note|don't forget)( that)?[:,]? (?<what>.+)$/i;

/** English sentences in the present tense whose subject is the speaker. */
async function englishFacts(text: string): Promise<string[]> {
  const nlp = await loadEnglish();
  const { its } = nlp;
  return (nlp.readDoc(text).sentences().out() as string[]).flatMap((sentence) => {
    const fact = rememberEnglish.exec(sentence.trim())?.groups?.['what'];
    if (fact) return fact;
    if (/\?\s*$/.test(sentence) || sentence.length > sentenceMax) return [];
    const tokens = nlp.readDoc(sentence.replace(/\bI['’]m\b/g, 'I am')).tokens();
    const words = tokens.out(its.normal) as string[];
    const kinds = tokens.out(its.pos) as string[];
    const lemmas = tokens.out(its.lemma as never) as string[];
    if (!['i', 'my'].includes(words[0] ?? '')) return [];
    const verb = kinds.findIndex((kind, at) => at > 0 && (kind === 'VERB' || kind === 'AUX'));
    const isLasting = verb > 0 && verb < 6 && lastingVerbs.has(lemmas[verb]!) && kinds[verb + 1] !== undefined;
    // "I have to go" and "I am going" describe a moment, not a lasting fact.
    const isMomentary = words[verb + 1] === 'to' || words[verb + 1]?.endsWith('ing') === true;
    return isLasting && !isMomentary ? sentence.trim() : [];
  });
}

const rememberChinese = /^(请)?(记住|记得|别忘了)[,，:： ]*(?<what>.+)$/u;
const lastingChinese = /^我(的|是|叫|姓|住在|来自|在.{1,12}(工作|上班|上学)|喜欢|爱|讨厌|不喜欢|有|养|会说|想要|今年)/u;

/** Chinese has no spaces and no tenses, so the match is on the first characters of a clause. */
const chineseFacts = (text: string): string[] =>
  text
    .split(/[。！!；;\n]+/u)
    .map((sentence) => sentence.trim())
    .flatMap((sentence) => {
      const fact = rememberChinese.exec(sentence)?.groups?.['what'];
      if (fact) return fact;
      const isQuestion = /[?？]|(吗|呢|什么|谁|哪|几|多少)[?？]?$/u.test(sentence);
      return !isQuestion && sentence.length <= sentenceMax && lastingChinese.test(sentence) ? sentence : [];
    });

const chinese = /\p{Script=Han}/u;

/** Returns at most a few sentences of a text in English or Chinese. */
export async function extractFacts(text: string): Promise<string[]> {
  const found = chinese.test(text) ? chineseFacts(text) : await englishFacts(text);
  return found.filter((fact) => !/\p{Cc}/u.test(fact)).slice(0, 3);
}
