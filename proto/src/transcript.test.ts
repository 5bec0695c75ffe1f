import { expect, test } from 'vitest';
import { cleanTranscript } from './transcript.ts';

test.each([
  ['control characters become one space', ' a\u0000\u0007\u001bb\r\nc ', 'a b \nc'],
  ['no character changes the direction of the text around it', 'a\u202eb\u2066c\u200f', 'abc'],
  ['half a character is replaced', 'a\ud83d', 'a\ufffd'],
  ['a long text ends at a whole character', '😀'.repeat(20), '😀'.repeat(10)],
])('R145 %s', (_, text, shown) => expect(cleanTranscript(text, 10)).toBe(shown));
