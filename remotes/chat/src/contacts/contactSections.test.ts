import type { ContactRow } from '@amber/client/rows';
import { describe, expect, it } from 'vitest';
import { contactSections, matchesQuery } from './contactSections.ts';

const contact = (lastName: string, remarkName = '', identifier = lastName.toLowerCase()): ContactRow => ({
  identifier,
  lastName,
  remarkName,
  avatar: '',
  status: 'normal',
  updateTime: 0,
});
const listed = (contacts: ContactRow[]) =>
  contactSections(contacts).map(({ letter, contacts: list }) => [letter, ...list.map(({ lastName }) => lastName)]);

describe('R99 R103 the list of contacts', () => {
  it('R99 stands by letters, whatever their case and accents; what begins with none comes last', () => {
    expect(listed(['zoe', '7up', 'Änne', 'Bob', 'anna', 'Émile', '李', ''].map((name) => contact(name)))).toEqual([
      ['A', 'anna', 'Änne'],
      ['B', 'Bob'],
      ['E', 'Émile'],
      ['S', ''],
      ['Z', 'zoe'],
      ['李', '李'],
      ['#', '7up'],
    ]);
  });

  it('R103 by the remark, not by the name behind it', () => {
    expect(listed([contact('Zacharias', 'Dad'), contact('Dora')])).toEqual([['D', 'Zacharias', 'Dora']]);
  });

  it('R103 is searched by both, and by the whole identifier', () => {
    const dad = contact('Zacharias', 'Däd', 'abcd');
    expect(['dad', 'ZACH', 'abcd', ' dä '].map((typed) => matchesQuery(dad, typed))).toEqual([true, true, true, true]);
    expect(['abc', 'mum'].map((typed) => matchesQuery(dad, typed))).toEqual([false, false]);
  });
});
