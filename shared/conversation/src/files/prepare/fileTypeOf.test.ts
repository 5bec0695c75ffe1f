import { expect, test } from 'vitest';
import { fileTypeOf } from './fileTypeOf.ts';

test.each([
  ['image/png', 'image'],
  ['image/JPEG', 'image'],
  ['image/avif', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['image/svg+xml', 'file'],
  ['text/html', 'file'],
  ['image/tiff', 'file'],
  ['application/pdf', 'file'],
  ['', 'file'],
  ['constructor', 'file'],
])('T12 R95 a file of the type %j is sent as %j', (mime, kind) => {
  expect(fileTypeOf(mime)).toBe(kind);
});
