import type { MessageRow } from '@amber/client/rows';
import { lendSound } from '@amber/client/remote';
import type { HostSound } from '@amber/client/sound';
import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { entriesFor, type MessageActions } from './messageActions.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

const nothing = () => {};
const needed: MessageActions = { onRetry: nothing, onDiscard: nothing, onCopy: nothing };
const all: MessageActions = {
  ...needed,
  onReply: nothing,
  onReact: nothing,
  onForward: nothing,
  onEdit: nothing,
  onWithdraw: nothing,
  onDelete: nothing,
  onLink: nothing,
  onFavorite: nothing,
  onSaveFile: nothing,
};
const row = (rest: Partial<Omit<TimelineRow, 'message'>> & { message?: Partial<MessageRow> } = {}) =>
  ({
    mine: false,
    isSystemLine: false,
    ...rest,
    message: { seq: 1, copy: 'open', content: { type: 'text', message: '{"text":"x"}' }, ...rest.message },
  }) as TimelineRow;

test('R171 R189 a text of somebody else can be answered and passed on, not changed', () => {
  expect(entriesFor(row(), all)).toEqual(['reply', 'react', 'copy', 'link', 'favorite', 'forward', 'select', 'delete']);
});

test('R189 mine can be edited and withdrawn', () => {
  expect(entriesFor(row({ mine: true }), all)).toEqual([
    'reply',
    'react',
    'copy',
    'link',
    'favorite',
    'forward',
    'edit',
    'select',
    'withdraw',
    'delete',
  ]);
});

test('a message is passed on although it arrived unencrypted, but not while its device waits for consent', () => {
  expect(entriesFor(row({ message: { aside: 1 } }), all)).toContain('forward');
  expect(entriesFor(row({ message: { untrusted: 1 } }), all)).not.toContain('forward');
});

test('the owner of a group withdraws what others wrote, and edits none of it', () => {
  const entries = entriesFor(row(), all, true);
  expect(entries).toContain('withdraw');
  expect(entries).not.toContain('edit');
});

test('R20 what has words and was sent can be marked to be found again', () => {
  expect(entriesFor(row(), all)).toContain('favorite');
  expect(entriesFor(row({ message: { seq: 0, loading: true } }), all)).not.toContain('favorite');
  expect(entriesFor(row(), needed)).not.toContain('favorite');
});

test('what is not offered is not there', () => {
  expect(entriesFor(row({ mine: true }), needed)).toEqual(['copy', 'select']);
});

test('R56 what failed can be tried again or deleted; what is on its way only copied', () => {
  expect(entriesFor(row({ mine: true, message: { seq: 0, error: 'error' } }), all)).toEqual([
    'retry',
    'copy',
    'delete',
  ]);
  expect(entriesFor(row({ mine: true, message: { seq: 0, loading: true } }), all)).toEqual(['copy']);
});

test('a line has no menu; what cannot be read can only be taken away', () => {
  expect(entriesFor(row({ isSystemLine: true }), all)).toEqual([]);
  expect(
    entriesFor(row({ message: { content: { type: 'hologram', message: '{}' } as MessageRow['content'] } }), all),
  ).toEqual(['react', 'link', 'select', 'delete']);
});

test('R69 R84 what has no text here has no actions, also when it is mine', () => {
  const content = { type: 'text', message: '' } as MessageRow['content'];
  expect(entriesFor(row({ mine: true, message: { copy: 'none', content } }), all)).toEqual([]);
  expect(entriesFor(row({ mine: true, message: { copy: 'none' } }), all)).toContain('reply');
  expect(entriesFor(row({ message: { unreadable: 'bad_mac' } }), all)).toEqual([]);
});

test('R98 R212 a file can be answered, saved, forwarded and withdrawn; its text is copied and edited', () => {
  const file = JSON.stringify({
    file: { key: 'k', uri: 'u', digest: 'd', preview: '' },
    name: 'a.png',
    size: 1,
    mime: 'image/png',
  });
  const content = { type: 'image', message: file } as MessageRow['content'];
  expect(entriesFor(row({ mine: true, message: { content } }), all)).toEqual([
    'reply',
    'react',
    'saveFile',
    'link',
    'favorite',
    'forward',
    'edit',
    'select',
    'withdraw',
    'delete',
  ]);
  const captioned = { ...content, message: JSON.stringify({ ...JSON.parse(file), caption: 'our trip' }) };
  expect(entriesFor(row({ message: { content: captioned } }), all)).toEqual(
    expect.arrayContaining(['copy', 'forward']),
  );
  expect(entriesFor(row({ mine: true, message: { content, seq: 0, loading: true } }), all)).toEqual(['saveFile']);
  expect(entriesFor(row({ message: { content, withdrawn: { by: 'a', at: 1 } } }), all)).not.toContain('saveFile');
});

test('R212 an album is forwarded and withdrawn as a whole, as far as it was sent', () => {
  const one = row({ mine: true, message: { seq: 1 } });
  const [sent, unsent] = [
    row({ mine: true, message: { seq: 2 } }),
    row({ mine: true, message: { seq: 0, loading: true } }),
  ];
  const album = (...others: TimelineRow[]) => ({ ...one, album: [one, ...others] });
  expect(entriesFor(album(sent), all)).toEqual(expect.arrayContaining(['forwardAlbum', 'withdrawAlbum']));
  for (const shown of [one, album(unsent)]) {
    expect(entriesFor(shown, all)).not.toContain('forwardAlbum');
    expect(entriesFor(shown, all)).not.toContain('withdrawAlbum');
  }
  expect(entriesFor({ ...album(sent), mine: false }, all)).not.toContain('withdrawAlbum');
});

test('R131 R189 a text is read aloud and stopped; a sealed one only by a voice of this device', () => {
  const readable = { ...all, onReadAloud: nothing };
  const speech = { state$: new BehaviorSubject({ track: null as { id: string } | null }) };
  const voices = [{ localService: false }];
  vi.stubGlobal('speechSynthesis', { getVoices: () => voices });
  lendSound({ speech } as unknown as HostSound);
  const text = row({ message: { id: 'm1' } });
  const sealed = row({ message: { id: 'm2', copy: 'acked' } });
  expect(entriesFor(text, all)).not.toContain('readAloud');
  expect(entriesFor(text, readable)).toContain('readAloud');
  expect(entriesFor(text, readable)).not.toContain('stopReading');
  expect(entriesFor(sealed, readable)).not.toContain('readAloud');
  voices.push({ localService: true });
  expect(entriesFor(sealed, readable)).toContain('readAloud');
  speech.state$.next({ track: { id: 'm1' } });
  expect(entriesFor(text, readable)).toContain('stopReading');
  expect(entriesFor(text, readable)).not.toContain('readAloud');
  // Neither what was not sent, nor a file.
  expect(entriesFor(row({ message: { id: 'm3', seq: 0, loading: true } }), readable)).not.toContain('readAloud');
  const picture = { type: 'image', message: '{}' } as MessageRow['content'];
  expect(entriesFor(row({ message: { id: 'm4', content: picture } }), readable)).not.toContain('readAloud');
});
