import type { MessageRow } from '@amber/client/rows';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Reader } from '../kit/reader.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { UnencryptedNote } from './EncryptionNote.tsx';

const note = (row: Partial<TimelineRow>, encrypted = true) =>
  renderToStaticMarkup(
    <UnencryptedNote
      row={
        {
          message: { content: { encrypted: false } } as MessageRow,
          mine: false,
          isLastOfGroup: true,
          ...row,
        } as TimelineRow
      }
      reader={{ protection: { encrypted, deviceCount: 1 } } as Reader}
    />,
  );

test('a group of messages that arrived unencrypted has one mark, under the last of them', () => {
  expect(note({})).toContain('Not encrypted');
  expect(note({ isLastOfGroup: false })).toBe('');
  expect(note({ mine: true })).toBe('');
  expect(note({}, false)).toBe('');
});
