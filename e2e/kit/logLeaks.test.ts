import { expect, test } from 'vitest';
import { logLeaks } from './logLeaks.ts';

const sms = '{"msg":"sms code","phone":"+4917012345678","code":"012345"}';
const token = `a.${'x'.repeat(16)}.1.1732170000000.${'y'.repeat(43)}`;

test.each([
  ['a phone', `{"err":"no row for 4917012345678"}`],
  ['a code', 'wrong code 012345 given'],
  ['a token', `{"headers":"${token}"}`],
  ['a refresh token', `refresh ${token.replace('a.', 'r.')}`],
])('T4 %s in a line is found', (_, line) => {
  expect(logLeaks(`Starting\n${sms}\n${line}\n`)).toEqual([line]);
});

test('T4 a planted word is found', () => {
  expect(logLeaks('{"msg":"call"}\n{"msg":"to Carla"}\n', ['Carla'])).toEqual(['{"msg":"to Carla"}']);
});

test('T4 a line without any of them is none', () => {
  expect(
    logLeaks(
      `${sms}\n{"level":50,"time":1732170123450,"pid":123450,"msg":"call failed"}\nAmber is ready: http://localhost:12345/chat/`,
    ),
  ).toEqual([]);
});
