import { expect, test } from 'vitest';
import { findUsage, usageIn } from './usage.ts';

const sections = new Map([
  [
    'app/words.room',
    { title: 'Room', kinds: { chat: 'Chat', topic: 'Topic' }, tips: ['One', 'Two'], of: { who: 'Of {who}' } },
  ],
]);

const usage = (code: string) => {
  const source = `import { words as strings } from './words/gen/room.ts';\nimport { lazy } from 'lazy';\n${code}`;
  const { early, used } = usageIn('app/Room.tsx', source, sections);
  const short = (path: string) => path.replace('app/words.room.', '');
  return { early: early.map(({ line, path }) => `${line - 2} ${short(path)}`), used: [...used].map(short) };
};

test.each([
  ['a sentence in a constant', 'const title = strings.title;', ['1 title']],
  ['by way of a group', 'const words = strings;\nexport const title = words["title"];', ['2 title']],
  ['taken apart', 'const { kinds, title } = strings;', ['1 title']],
  ['in a table', 'const tabs = [{ key: 1, title: strings.title }];', ['1 title']],
  ['a message function', 'const rows = { label: strings.of.who };', ['1 of.who']],
  ['in a sentence of its own', 'const text = `${strings.title}!`;', ['1 title']],
  ['whichever is asked for', 'const label = strings.kinds[last];', ['1 kinds']],
  ['all of a group', 'const all = Object.entries(strings.kinds);', ['1 kinds']],
  ['a list spread', 'const tips = [...strings.tips];', ['1 tips']],
  ['in what a list calls at once', 'const all = ids.map((id) => strings.kinds[id]);', ['1 kinds']],
  [
    'in a function that the module calls',
    'const name = (id) => strings.kinds[id];\nconst chat = name(1);',
    ['1 kinds'],
  ],
  ['in a static field', 'class Room { static title = strings.title; }', ['1 title']],
])('R186 read too early: %s', (_, code, early) => {
  expect(usage(code).early).toEqual(early);
});

test.each([
  ['a group', 'const words = strings.of;'],
  ['a group in a table', 'const tabs = { kinds: strings.kinds };'],
  ['a function', 'const title = () => strings.title;'],
  ['a component', 'export function Room() { return <h1 title={strings.title}>{strings.of.who({ who })}</h1>; }'],
  ['a getter', 'export default { get title() { return strings.title; } };'],
  ['what is made later', 'const Room = lazy(() => strings.title);'],
  ['a field of an object', 'class Room { title = strings.title; }'],
  ['a type', 'type Kind = keyof typeof strings.kinds;'],
  ['a variable of the same name', 'const all = rooms.map((strings) => strings.title);'],
])('R186 not too early: %s', (_, code) => {
  expect(usage(code).early).toEqual([]);
});

test('R186 used are the sentences that are read, and of a group that is indexed or handed on all', () => {
  expect(usage('const f = () => strings.title.length;').used).toEqual(['title']);
  expect(usage('const f = (id) => strings.kinds[id];').used).toEqual(['kinds.chat', 'kinds.topic']);
  expect(usage('const f = () => strings.tips.map((tip) => tip);').used).toEqual(['tips.0', 'tips.1']);
  expect(usage('const f = () => show(strings.of);').used).toEqual(['of.who']);
  expect(usage('const words = strings.kinds;').used).toEqual([]);
});

test('R186 no page keeps a sentence from before its language is there, and none is in a catalogue for nothing', () => {
  expect(findUsage()).toEqual({ early: [], unused: [] });
});
