import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { prepareFile } from './prepareFile.ts';
import { sendFiles } from './sendFiles.ts';

const file = (name: string, text = 'words', type = 'text/plain') => new File([text], name, { type });

test('R98 a file that is empty or too large is refused by name of what is wrong', async () => {
  await expect(prepareFile(file('empty.txt', ''))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  const large = file('large.bin');
  Object.defineProperty(large, 'size', { value: limits.fileMax + 1 });
  await expect(prepareFile(large)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('R98 what cannot be read, such as a folder, is refused', async () => {
  const folder = file('folder', '');
  folder.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new TypeError('a folder')) });
  await expect(prepareFile(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

test('T12 a picture that cannot be measured goes as a file', async () => {
  expect(await prepareFile(file('false.png', '<svg/>', 'image/png'))).toMatchObject({
    type: 'file',
    body: { name: 'false.png', mime: 'image/png', preview: '' },
  });
});

test('a file is looked at once', () => {
  const one = file('one.txt');
  expect(prepareFile(one)).toBe(prepareFile(one));
});

test('R181 R153 several files go one after the other, in their order; one that could not be kept is told with its reason', async () => {
  const [one, two, none, three] = [file('1.txt'), file('2.txt'), file('none.txt', ''), file('3.txt')];
  const began: string[] = [];
  let under = 0;
  const failed = await sendFiles([one, two, none, three], async ({ body }) => {
    began.push(body.name);
    expect((under += 1)).toBe(1);
    await Promise.resolve();
    under -= 1;
    if (body.name === '2.txt') throw new Fault('STORAGE');
  });
  expect(began).toEqual(['1.txt', '2.txt', '3.txt']);
  expect([...failed].map(([{ name }, { code }]) => [name, code])).toEqual([['2.txt', 'STORAGE']]);
});
