import { expect, test } from 'vitest';
import { campaignOf, emptyFields, fieldsOf, fromLocalInput, newTask, problemsOf, toLocalInput } from './fields.ts';

const circumstances = { stored: 0, isDraft: false };
const good = {
  ...emptyFields(Date.UTC(2026, 10, 23, 12)),
  title: 'Spring',
  reward: 'A badge',
  prizes: '2',
  codes: 'a\nb',
};

test('what is in order has no problem, and comes back as it was written', () => {
  expect(problemsOf(good, circumstances)).toEqual({});
  const campaign = campaignOf('spring', good, 'published');
  expect(campaign).toMatchObject({ id: 'spring', prize: 'code', prizes: 2, state: 'published' });
  expect(fieldsOf({ ...campaign, tasks: [] } as never)).toMatchObject({ ...good, codes: '' });
});

test.each([
  ['no title', { title: ' ' }, ['title']],
  ['an end before the start', { ends: good.begins }, ['ends']],
  ['no start', { begins: '' }, ['begins', 'ends']],
  ['no prizes', { prizes: '0' }, ['prizes']],
  ['too many prizes', { prizes: '5001' }, ['codes', 'prizes']],
  ['a code too few', { codes: 'a' }, ['codes']],
  ['the same code twice', { codes: 'a\na' }, ['codes']],
  ['a space that was not chosen', { tasks: [newTask('joinSpace')] }, ['tasks']],
  ['too many invitations', { tasks: [{ ...newTask('invite'), count: '51' }] }, ['tasks']],
] as const)('%s is a problem of its field', (_, change, expected) => {
  expect(Object.keys(problemsOf({ ...good, ...change }, circumstances)).toSorted()).toEqual(expected);
});

test('R164 numbers are validated by the rule of all forms, with its message beside the field', () => {
  const tasks = [{ ...newTask('invite'), count: '1.5' }];
  expect(problemsOf({ ...good, prizes: '1e1', tasks }, circumstances)).toMatchObject({
    prizes: 'Number of prizes must be between 1 and 5,000',
    tasks: { [tasks[0]!.key]: 'How many must be between 1 and 50' },
  });
  expect(problemsOf({ ...good, prizes: '' }, circumstances)).toMatchObject({ prizes: 'Please enter Number of prizes' });
});

test('codes that are stored need not be typed again, and a draft needs none', () => {
  expect(problemsOf({ ...good, codes: '' }, { stored: 2, isDraft: false })).toEqual({});
  expect(problemsOf({ ...good, codes: '' }, { stored: 0, isDraft: true })).toEqual({});
});

test('a time is that of the device’s time zone', () => {
  const time = Date.UTC(2026, 10, 23, 12, 30);
  expect(fromLocalInput(toLocalInput(time))).toBe(time);
});
