import { expect, test } from 'vitest';
import { extractPastedFiles } from './extractPastedFiles.ts';

const picture = new File(['x'], 'image.png');
const pasted = (types: string[]) => extractPastedFiles({ files: [picture] as unknown as FileList, types }).length;

test('R181 a picture that is pasted is taken, from a page or from the system, not the one beside the words of a document', () => {
  expect(pasted(['Files'])).toBe(1);
  expect(pasted(['text/html', 'Files'])).toBe(1);
  expect(pasted(['text/plain', 'Files'])).toBe(1);
  expect(pasted(['text/plain', 'text/html', 'Files'])).toBe(0);
});
