// The answers of the service IAT v2: parsed, and assembled to a text. They are untrusted.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';

export interface IatAnswer {
  /** 0: success. */
  code: number;
  /** Whether this is the last answer of the session. */
  isLast: boolean;
  result?: IatResult;
}

interface IatResult {
  /** The number of the result. */
  sn: number;
  /** The results that it replaces, first and last; absent when it only adds its text. */
  replaces?: [from: number, to: number];
  text: string;
}

/** The length of one answer in letters. Real ones have a few thousand. */
const answerMax = 65_536;
/** Results have the numbers from 1 on; a session of a minute has a few hundred. */
const resultsMax = 5_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** The first candidate of each word. */
const wordsOf = (ws: unknown): string =>
  (Array.isArray(ws) ? ws : [])
    .map((word: unknown) => {
      const [best] = isObject(word) && Array.isArray(word['cw']) ? (word['cw'] as unknown[]) : [];
      return isObject(best) && typeof best['w'] === 'string' ? best['w'] : '';
    })
    .join('');

function readResult({ sn, pgs, rg, ws }: Record<string, unknown>): IatResult {
  if (!isNumber(sn) || sn < 0 || sn > resultsMax) throw new Fault('SPEECH_FAILED');
  const text = wordsOf(ws);
  if (pgs !== 'rpl') return { sn, text };
  const [from, to] = Array.isArray(rg) ? (rg as unknown[]) : [];
  if (!isNumber(from) || !isNumber(to)) throw new Fault('SPEECH_FAILED');
  return { sn, text, replaces: [from, to] };
}

/** Parses an answer. @throws Fault SPEECH_FAILED when it is not one */
export function readIatAnswer(data: unknown): IatAnswer {
  if (typeof data !== 'string' || data.length > answerMax) throw new Fault('SPEECH_FAILED');
  let answer: unknown;
  try {
    answer = JSON.parse(data);
  } catch (cause) {
    throw new Fault('SPEECH_FAILED', { cause });
  }
  if (!isObject(answer) || !isNumber(answer['code'])) throw new Fault('SPEECH_FAILED');
  const content = isObject(answer['data']) ? answer['data'] : {};
  return {
    code: answer['code'],
    isLast: content['status'] === 2,
    ...(isObject(content['result']) && { result: readResult(content['result']) }),
  };
}

export interface IatText {
  /** @throws Fault SPEECH_FAILED when there is more text than anybody could have said */
  apply(result: IatResult): void;
  text(): string;
}

export function createIatText(): IatText {
  const results = new Map<number, string>();
  let letters = 0;
  const remove = (sn: number) => {
    letters -= results.get(sn)?.length ?? 0;
    results.delete(sn);
  };
  return {
    apply({ sn, replaces, text }) {
      if (replaces) for (const known of results.keys()) if (known >= replaces[0] && known <= replaces[1]) remove(known);
      remove(sn);
      letters += text.length;
      if (letters > limits.speechTextMax) throw new Fault('SPEECH_FAILED');
      results.set(sn, text);
    },
    text: () =>
      [...results]
        .sort(([one], [other]) => one - other)
        .map(([, text]) => text)
        .join(''),
  };
}
