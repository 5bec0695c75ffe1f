import type { ContactRow } from '@amber/client/rows';
import { expect, it, vi } from 'vitest';

const names = ['张三', 'Zoe', '李四', '阿强', 'Ada', '欧阳', '10 楼', '赵六', '陈晨'];

it('R99 R219 a Chinese page lists Chinese names under the letters of their pinyin, beside the Latin ones', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-Hans' } });
  const { contactSections } = await import('./contactSections.ts');
  const contacts = names.map((lastName) => ({ lastName, identifier: lastName, remarkName: '' }) as ContactRow);
  expect(
    contactSections(contacts).map(({ letter, contacts: list }) => [letter, ...list.map(({ lastName }) => lastName)]),
  ).toEqual([
    ['A', '阿强', 'Ada'],
    ['C', '陈晨'],
    ['L', '李四'],
    ['O', '欧阳'],
    ['Z', '张三', '赵六', 'Zoe'],
    ['#', '10 楼'],
  ]);
});
