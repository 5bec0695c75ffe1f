import { describe, expect, test } from 'vitest';
import { readPartList, writeXml } from './xml.ts';

const md5 = 'D41D8CD98F00B204E9800998ECF8427E';
const list = (...parts: string[]) =>
  `<?xml version="1.0"?>\n<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
const part = (number: unknown, etag = `"${md5}"`) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;

describe('the list of parts', () => {
  test('is read in order, however the ETag is quoted', () => {
    expect(readPartList(list(part(1), part(2, `&quot;${md5}&quot;`), part(7, md5.toLowerCase())))).toEqual(
      [1, 2, 7].map((number) => ({ number, md5 })),
    );
  });

  test.each([
    ['', 'MalformedXML'],
    [list(), 'MalformedXML'],
    [list(part('x')), 'MalformedXML'],
    [list(part(123_456)), 'MalformedXML'],
    [list(part(1, 'x')), 'MalformedXML'],
    [list(part(1), '<Part>'), 'MalformedXML'],
    [list(part(2), part(1)), 'InvalidPartOrder'],
    [list(part(1), part(1)), 'InvalidPartOrder'],
  ])('%s is refused', (text, code) => {
    expect(() => readPartList(text)).toThrow(expect.objectContaining({ code }));
  });

  test('T15 a megabyte of opening tags is refused', () => {
    expect(() => readPartList('<Part>'.repeat(170_000))).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });
});

test('what is written cannot end its element', () => {
  expect(writeXml('Error', { Message: '</Message>&"' })).toContain('<Message>&#60;/Message&#62;&#38;&#34;</Message>');
});
