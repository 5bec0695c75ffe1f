import { expect, test } from 'vitest';
import { actionOf } from './auditActions.ts';

const plain = (kind: string, ...values: string[]) =>
  actionOf({ kind, arguments: values })?.replaceAll(/[\u2066-\u2069]/g, '') ?? null;

test.each([
  ['published', ['1.2.0', '25'], 'Published 1.2.0 to 25%'],
  ['assignedPath', ['polls'], 'Assigned the path /polls/…'],
  ['freedPath', ['=/channels'], 'Freed the path /channels'],
  ['refusedToken', ['publish', 'chat'], 'Was refused publish of chat'],
  ['refusedToken', ['publish', ''], 'Was refused publish of another feature'],
  ['setAnswerQuota', ['2500'], 'Set the answers per person and day to 2,500'],
] as const)('R252 the log translates %s with %j', (kind, values, text) => {
  expect(plain(kind, ...values)).toBe(text);
});

test('R252 the log shows the sentence of an older build, and of a kind that only a newer one knows', () => {
  expect(plain('')).toBeNull();
  expect(plain('aKindOfTomorrow', '1.0.0')).toBeNull();
  expect(plain('toString')).toBeNull();
});
