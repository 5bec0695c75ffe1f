// Extracts the facts that people state about themselves, as unchanged sentences.

/** The rules of a language. They cost nothing to load and let through few sentences that are no facts. */
interface FactRules {
  /** Where a sentence ends. */
  boundary: RegExp;
  /** A request to remember `what`. */
  request: RegExp;
  question: RegExp;
  /** The beginning of a statement about the speaker that stays true for longer than a day. */
  lasting: RegExp;
}

const sentenceMax = 300;

/** English verbs in the present tense; 'I have to go' and 'I am going' describe a moment, not a lasting fact. */
const verbs =
  'am|live|work|study|love|like|hate|prefer|play|speak|have|own|come|need|want|dream|plan|enjoy|collect|learn';
const verbsOfOthers =
  'is|are|has|lives?|works?|studies|loves?|likes?|hates?|prefers?|plays?|speaks?|owns?|comes?|needs?|wants?';
const notMomentary = String.raw`\s+(?!to\b|\w+ing\b)\S`;

const english: FactRules = {
  boundary: /(?<=[.!?])\s+|\n+/,
  request: /^(please )?(remember|note|don['’]t forget)( that)?[:,]? (?<what>.+)$/i,
  question: /\?$/,
  lasting: new RegExp(
    String.raw`^(i(['’]m| (also |really |still |always |usually |don['’]t |do not )?(${verbs}))|my ([\w'’-]+ ){1,4}(${verbsOfOthers}))${notMomentary}`,
    'i',
  ),
};

/** Chinese has no spaces and no tenses, so the match is on the first characters of a clause. */
const chinese: FactRules = {
  boundary: /[。！!；;\n]+/u,
  request: /^(请)?(记住|记得|别忘了)[,，:： ]*(?<what>.+)$/u,
  question: /[?？]|(吗|呢|什么|谁|哪|几|多少)[?？]?$/u,
  lasting: /^我(的|是|叫|姓|住在|来自|在.{1,12}(工作|上班|上学)|喜欢|爱|讨厌|不喜欢|有|养|会说|想要|今年)/u,
};

/** Returns at most a few sentences of a text in English or Chinese. */
export function extractFacts(text: string): string[] {
  const { boundary, request, question, lasting } = /\p{Script=Han}/u.test(text) ? chinese : english;
  return text
    .split(boundary)
    .map((sentence) => sentence.trim())
    .flatMap((sentence) => {
      const requested = request.exec(sentence)?.groups?.['what'];
      if (requested) return requested;
      return sentence.length <= sentenceMax && !question.test(sentence) && lasting.test(sentence) ? sentence : [];
    })
    .filter((fact) => !/\p{Cc}/u.test(fact))
    .slice(0, 3);
}
