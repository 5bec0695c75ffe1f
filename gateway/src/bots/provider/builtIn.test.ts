import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import { fitToBudget, countTokens } from '../context.ts';
import { extractFacts } from '../facts.ts';
import { answerOf } from './builtIn.ts';
import type { ProviderRequest } from './provider.ts';

const bot: ProviderRequest['bot'] = { name: 'Momo', type: 'mate', ownerName: 'Ada', characters: [], about: '' };
const clone: ProviderRequest['bot'] = {
  ...bot,
  type: 'clone',
  about: 'The shop is open from 9 to 5.\nWe sell bread.\n面包店九点开门',
};

const answer = (question: string, more: Partial<ProviderRequest> = {}) =>
  answerOf(
    {
      model: '',
      bot,
      person: 'Ben',
      memories: [],
      summary: '',
      turns: [{ by: 'person', text: question }],
      signal: new AbortController().signal,
      ...more,
    },
    new Date('2026-11-23T10:00Z'),
  );

describe('the built-in responder', () => {
  test.each([
    ['who are you?', 'No language model is connected'],
    ['what is 12 * (3+4)?', '**84**'],
    ['what day is it today?', 'Monday, 23 November 2026'],
    ['How many days until 2026-12-25?', '**32** days'],
    ['how do spaces work?', 'community with rooms'],
    ['hello', 'Hello Ben! I am Momo'],
    ['你是谁？', '没有连接语言模型'],
    ['3乘以4等于多少？', '**12**'],
    ['今天星期几？', '星期一'],
    ['距离2026-12-25还有多少天？', '**32** 天'],
    ['what did I say?', 'That was your first message here.'],
    ['', 'I can only read text.'],
    ['I live in Lisbon', 'Thank you for telling me.'],
    ['我喜欢茶', '谢谢你告诉我'],
    ['flurb', 'I do not understand'],
    ['嗯', '我不明白'],
    ['怎么加密的？', '端到端加密'],
  ])('%s', (question, part) => {
    expect(answer(question)).toContain(part);
  });

  test('recalls what it was told, and says when it was told nothing', () => {
    const memories = ['I live in Lisbon.', 'I like tea', '我住在上海'];
    expect(answer('Where do I live?', { memories })).toContain('“I live in Lisbon.”');
    expect(answer('Where do I live?', { memories })).not.toContain('tea');
    expect(answer('我住在哪里？', { memories })).toContain('“我住在上海”');
    expect(answer('What is my name?')).toContain('have not told me');
  });

  test('answers the longest message, whatever it repeats', () => {
    for (const word of ['my ', '多少天', '2026-12-25 ', 'i ', '我', '1+', '(', 'remember '])
      expect(answer(word.repeat(limits.textMax / word.length))).not.toBe('');
  });

  test('a clone says what its owner released, and nothing else', () => {
    expect(answer('When are you open?', { bot: clone })).toContain('> The shop is open from 9 to 5.');
    expect(answer('几点开门？', { bot: clone })).toContain('面包店九点开门');
    expect(answer('Where were you born?', { bot: clone })).toContain('has not released anything');
    expect(answer('Are you human?', { bot: clone })).toContain('I am not Ada');
  });
});

test.each([
  ['My name is Ada. I live in Lisbon. What is the time?', ['My name is Ada.', 'I live in Lisbon.']],
  ['I am going home now.', []],
  ['I have to go', []],
  ["I'm a nurse", ["I'm a nurse"]],
  ['remember that my sister is called Zoe', ['my sister is called Zoe']],
  ['how are you', []],
  ['我叫小明，我住在上海。今天天气怎么样？', ['我叫小明，我住在上海']],
  ['请记住我妹妹叫小红', ['我妹妹叫小红']],
  ["I don't like fish. I want to leave!", ["I don't like fish."]],
  ['My sister lives in Rome. My train is leaving', ['My sister lives in Rome.']],
  ['I live', []],
  ['Do I like tea? I like tea', ['I like tea']],
  ['Yesterday I was ill. He likes me.', []],
  [`I like ${'a'.repeat(300)}`, []],
  ['I have one.\nI have two.\nI have three.\nI have four.', ['I have one.', 'I have two.', 'I have three.']],
  [`my ${'a '.repeat(100_000)}`, []],
])('what lasts is told from what passes: %.60s', (text, facts) => {
  expect(extractFacts(text)).toEqual(facts);
});

test('a long chat is told by its newest turns, and the beginnings of what the person said before', () => {
  const turns = Array.from({ length: 30 }, (_, n) => ({
    by: n % 2 ? ('bot' as const) : ('person' as const),
    text: `Turn ${n} begins. ${'word '.repeat(20)}`,
  }));
  const { turns: kept, summary } = fitToBudget(turns, 300);
  expect(kept.at(-1)).toEqual(turns.at(-1));
  expect(kept.reduce((sum, { text }) => sum + countTokens(text), 0)).toBeLessThanOrEqual(240);
  expect(summary).toContain('- Turn 2');
  expect(countTokens(summary)).toBeLessThanOrEqual(70);
  expect(fitToBudget([{ by: 'person', text: 'x'.repeat(9_000) }], 300).turns).toHaveLength(1);
});
