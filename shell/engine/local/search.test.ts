import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { excerptOf, fold } from './searchText.ts';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

async function alice(): Promise<Alice> {
  const one = await startAlice();
  started.push(one);
  return one;
}

const arrive = async (one: Alice, texts: readonly string[], chat = 'c1') => {
  for (const text of texts) await one.pushRow(one.gateway.addTextFromBob(chat, text));
};
const found = async (one: Alice, text: string, conversationId?: string) =>
  (await one.search({ text, ...(conversationId && { conversationId }) })).map(({ id }) => id.replace('bob ', ''));

describe('R175 words', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['Ünïcödé', 'unicode'],
    ['ΟΔΟΣ', 'οδος'],
    ['ＦＵＬＬ　width', 'full width'],
    ['Æther ﬁne', 'æther fine'],
    ['İstanbul', 'istanbul'],
  ])('%s is found as %s', (text, asked) => expect(fold(text)).toBe(fold(asked)));

  it.each([
    ['say hello to the world', ['world'], 'world'],
    ['Die STRAßE nach Ulm', ['strasse'], 'STRAßE'],
    ['한국어 메시지', [fold('메시')], '메시'],
    ['今天天气很好', ['天气'], '天气'],
    ['e\u0301clair', ['ecl'], 'e\u0301cl'],
  ])('in %s %s is marked', (text, words, marked) => {
    const {
      excerpt,
      ranges: [range],
    } = excerptOf(text, words);
    expect(excerpt.slice(...range!)).toBe(marked);
  });

  it('whatever is written, what is marked is what was asked for, in order and apart', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        (text, at, length) => {
          const folded = fold(text);
          const word = folded
            .slice(at % (folded.length + 1), (at % (folded.length + 1)) + length)
            .trim()
            .split(' ')[0]!;
          fc.pre(word !== '' && !/[\ud800-\udfff]/.test(word));
          const { excerpt, ranges } = excerptOf(text, [word]);
          let end = -1;
          for (const [from, to] of ranges) {
            expect([from > end, to > from, to <= excerpt.length]).toEqual([true, true, true]);
            end = to;
            expect(fold(excerpt.slice(from, to))).toContain(word);
          }
        },
      ),
    );
  });
});

describe('R175 search', () => {
  it('R216 a file is found by its name and marked as one, a text that has the same word is not', async () => {
    const one = await alice();
    await arrive(one, ['the report is late']);
    const file = { key: 'k', uri: 'u', digest: 'd', preview: '' };
    const body = { name: 'report.pdf', size: 5, mime: 'application/pdf', file };
    await one.pushRow(one.gateway.addContent('c1', { type: 'file', message: JSON.stringify(body) }));
    expect((await one.search({ text: 'report' })).map(({ excerpt, isFile }) => [excerpt, isFile])).toEqual([
      ['report.pdf', true],
      ['the report is late', undefined],
    ]);
  });

  it('every word must be there, in any order and letter case, half a word does; the newest first; in one chat or in all', async () => {
    const one = await alice();
    one.gateway.addChat('c2', { people: ['alice', 'carol'] });
    one.reconnect();
    await arrive(one, ['Lunch on Thursday?', 'Thursday is bad', 'lunch then']);
    await one.pushRow(one.gateway.addContent('c1', { type: 'system', message: 'lunch' }));
    expect(await found(one, 'THUR lunch')).toEqual(['Lunch on Thursday?']);
    expect(await found(one, 'lunch')).toEqual(['lunch then', 'Lunch on Thursday?']);
    expect(await found(one, 'lunch', 'c2')).toEqual([]);
    expect(await found(one, '  ')).toEqual([]);
    expect(await one.search({ text: 'bad' })).toMatchObject([
      { conversationId: 'c1', seq: 2, sender: 'bob', excerpt: 'Thursday is bad', ranges: [[12, 15]] },
    ]);
  });

  it('what is edited is found by its new words, what is withdrawn or removed by none, here and in the table', async () => {
    const one = await alice();
    await arrive(one, ['first canary', 'second canary', 'third canary']);
    expect(await found(one, 'canary')).toHaveLength(3);
    await one.pushRow(
      one.gateway.addContent('c1', {
        cmdId: 'edit',
        type: 'edit',
        targets: ['bob first canary'],
        message: '{"text":"a parrot"}',
      }),
    );
    await one.pushRow(
      one.gateway.addContent('c1', {
        cmdId: 'withdraw',
        type: 'withdraw',
        targets: ['bob second canary'],
        message: '{}',
      }),
    );
    await one.forget({ conversationId: 'c1', ids: ['bob third canary'] });
    expect([await found(one, 'canary'), await found(one, 'parrot')]).toEqual([[], ['first canary']]);
    expect(JSON.stringify(await one.db.search.toArray())).not.toContain('canary');
  });

  it('what I write is found when it is sent; a conversation that is gone takes its words with it; without a network', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group', people: ['bob', 'alice'] });
    one.reconnect();
    const id = await one.sendText('my own words');
    await one.waitUntilSent(id);
    await arrive(one, ['words of a group'], 'g1');
    expect(await found(one, 'words')).toHaveLength(2);
    one.gateway.chats.get('g1')!.left = true;
    await one.pushRow(one.gateway.addContent('g1', { cmdId: 'dismissGroup', type: 'dismissGroup', message: '{}' }));
    one.gateway.goOffline();
    expect(await found(one, 'words')).toEqual([id]);
    expect(
      (await one.db.search.toArray()).filter(({ id: name }) => name.includes('g1')).map(({ id: name }) => name),
    ).toEqual([]);
  });

  it('across many blocks the newest come first, also those of an index that is made anew', async () => {
    const one = await alice();
    const rows = Array.from({ length: 700 }, (_, index) => one.gateway.addTextFromBob('c1', `needle ${index}`));
    one.reconnect();
    await eventually('all of it', async () => (await one.db.cursors.get('c1'))?.seq === rows.length);
    const newest = Array.from({ length: 50 }, (_, index) => `needle ${699 - index}`);
    expect(await found(one, 'needle')).toEqual(newest);
    await one.db.search.clear();
    expect(await found(one, 'needle')).toEqual(newest);
    expect((await one.search({ text: 'needle 3', limit: 3 })).map(({ seq }) => seq)).toEqual([694, 684, 674]);
  });
});
