// The sentences that people read aloud for a cloned voice.

export const trainLanguages = ['en', 'zh'] as const;
export type TrainLanguage = (typeof trainLanguages)[number];

export interface TrainText {
  id: string;
  language: TrainLanguage;
  text: string;
  /** Reading it gives the consent. */
  consent: boolean;
}

/** Services that accept a consent only in these words, each with the name that the sentence has to contain. */
const serviceNames: Readonly<Record<string, string>> = { 'api.openai.com': 'OpenAI' };

/**
 * The words of the consents that OpenAI prescribes. A service that prescribes none gets the same words, which then name
 * the service of this server.
 */
const consents: Record<TrainLanguage, (service: string | undefined) => string> = {
  en: (service = 'the speech service of this server') =>
    `I am the owner of this voice and I consent to ${service} using this voice to create a synthetic voice model.`,
  zh: (service = '本服务器的语音服务') => `我是此声音的拥有者并授权${service}使用此声音创建语音合成模型`,
};

/** Together they contain nearly all sounds of the language, questions, and numbers. */
const sentences: Record<TrainLanguage, readonly string[]> = {
  en: [
    'On Thursday we walked along the river until the path turned into a field of tall yellow grass.',
    'Could you please check whether the kitchen window is closed before you leave the house?',
    'The child laughed so loudly that even the serious judge had to smile behind his papers.',
    'My usual breakfast is a boiled egg, two slices of toast, and a large cup of strong coffee.',
    'Twenty-three of the forty-eight boats reached the harbour before the storm began at half past nine.',
    'What a joy it was to hear her voice again after such a long and quiet winter!',
    'He measured the length of the wooden box exactly twice, and then he cut it with great care.',
    'I have never understood why the cheapest umbrella always survives the worst weather.',
  ],
  zh: [
    '星期四下午，我们沿着河边散步，一直走到长满黄色野花的草地。',
    '请问你出门之前，能不能帮我看一看厨房的窗户关好了没有？',
    '孩子笑得那么响亮，连一向严肃的老师也忍不住笑了起来。',
    '我平时的早餐是一个煮鸡蛋、两片面包，还有一大杯热豆浆。',
    '四十八条船当中，有二十三条在九点半暴风雨来临之前回到了港口。',
    '过了这么安静的一个冬天，又听到她的声音，真让人高兴！',
    '他把那块木板仔细量了两遍，然后才小心地把它锯开。',
    '我一直不明白，为什么最便宜的雨伞总能撑过最坏的天气。',
  ],
};

/** Returns the sentences of a language, the consent to this service first. */
export const trainTextsOf = (language: TrainLanguage, service: string): readonly TrainText[] => [
  { id: `${language}-consent`, language, text: consents[language](serviceNames[service]), consent: true },
  ...sentences[language].map((text, at) => ({ id: `${language}-${at + 1}`, language, text, consent: false })),
];

/** Returns the sentence with this id; undefined if there is none. */
export const findTrainText = (id: string, service: string): TrainText | undefined =>
  trainLanguages.flatMap((language) => trainTextsOf(language, service)).find((one) => one.id === id);

/** Returns a language that has sentences: English for all others. */
export const trainLanguageOf = (tag: string): TrainLanguage => (/^zh(?![a-z])/i.test(tag) ? 'zh' : 'en');

/** The fastest readers, in milliseconds per character: less means that the sentence was not read to its end. */
const fastest: Record<TrainLanguage, number> = { en: 30, zh: 90 };

/** Returns the shortest time in which this sentence can be read, in milliseconds. */
export const shortestReading = ({ language, text }: TrainText): number => [...text].length * fastest[language];
