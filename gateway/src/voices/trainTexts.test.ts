import { expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { findTrainText, shortestReading, trainLanguageOf, trainLanguages, trainTextsOf } from './trainTexts.ts';

/** At an easy pace, in milliseconds per character. */
const pace = { en: 70, zh: 230 };

test.each(trainLanguages)('R131 the sentences of %s fit into a recording, the consent first', (language) => {
  const texts = trainTextsOf(language, 'speech.example.org');
  expect(texts.map(({ consent }) => consent)).toEqual([true, ...Array(8).fill(false)]);
  expect(new Set(texts.map(({ id }) => id)).size).toBe(texts.length);
  for (const one of texts) {
    const usual = pace[language] * [...one.text].length;
    expect(usual, one.text).toBeGreaterThan(4_500);
    expect(usual, one.text).toBeLessThan(10_500);
    expect(shortestReading(one)).toBeLessThan(limits.voiceRecordingMax / 2);
    expect(findTrainText(one.id, 'speech.example.org')).toEqual(one);
  }
});

test('R131 all letters occur, and no sign that nobody can read', () => {
  const english = trainTextsOf('en', '')
    .map(({ text }) => text.toLowerCase())
    .join();
  for (const letter of 'abcdefghijklmnoprstuvwxy') expect(english).toContain(letter);
  expect(trainTextsOf('zh', '').every(({ text }) => /^[\p{Script=Han}，。？！、A-Za-z]+$/u.test(text))).toBe(true);
});

test('R131 the consent names the service in the words that it prescribes', () => {
  expect(findTrainText('en-consent', 'api.openai.com')?.text).toContain('consent to OpenAI using');
  expect(findTrainText('zh-consent', 'api.openai.com')?.text).toContain('授权OpenAI使用');
  expect(findTrainText('en-consent', 'speech.example.org')?.text).not.toContain('OpenAI');
  expect(findTrainText('en-99', 'speech.example.org')).toBeUndefined();
});

test('R131 other languages get English sentences', () => {
  expect(['zh', 'zh-Hans', 'zh_CN', 'en', 'de', '', 'zho', '__proto__'].map(trainLanguageOf)).toEqual([
    'zh',
    'zh',
    'zh',
    'en',
    'en',
    'en',
    'en',
    'en',
  ]);
});
