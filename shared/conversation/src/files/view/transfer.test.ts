import type { MessageRow } from '@amber/client/db';
import type { FileBody } from '@amber/proto/bodies';
import { expect, test } from 'vitest';
import { type FileState, initialFileState } from '../../kit/fileSource.ts';
import { transferOf } from './transfer.ts';

const body = (uri: string): FileBody => ({
  file: { key: '', uri, digest: '', preview: '' },
  name: 'a.png',
  size: 1,
  mime: 'image/png',
});
const sent = { loading: false, error: '' } as MessageRow;
const pending = { loading: true, error: '' } as MessageRow;
const failed = { loading: false, error: 'error' } as MessageRow;
const state = (rest: Partial<FileState>): FileState => ({ ...initialFileState, known: true, ...rest });
const blob = new Blob(['x']);

test('R54 a file of mine is under way until it lies in the store, with or without a network', () => {
  expect(transferOf(pending, body(''), state({ blob }))).toEqual({ is: 'under way', doing: 'upload', percent: 0 });
  expect(transferOf(pending, body(''), state({ blob, doing: 'upload', percent: 40 }))).toEqual({
    is: 'under way',
    doing: 'upload',
    percent: 40,
  });
  expect(transferOf(pending, body('https://store/chat/x'), state({ blob }))).toEqual({ is: 'done' });
  expect(transferOf(failed, body(''), state({ blob }))).toEqual({ is: 'done' });
});

test('R49 R94 a file of somebody else is away, comes, and is here', () => {
  expect(transferOf(sent, body('u'), initialFileState)).toEqual({ is: 'unknown' });
  expect(transferOf(sent, body('u'), state({}))).toEqual({ is: 'away' });
  expect(transferOf(sent, body('u'), state({ doing: 'download', percent: 99 }))).toEqual({
    is: 'under way',
    doing: 'download',
    percent: 99,
  });
  expect(transferOf(sent, body('u'), state({ blob }))).toEqual({ is: 'done' });
});

test('R95 R93 what was called off can be asked for again; what did not arrive as it was sent says so', () => {
  expect(transferOf(sent, body('u'), state({ fault: 'CANCELLED' }))).toEqual({ is: 'away' });
  expect(transferOf(sent, body('u'), state({ fault: 'FILE_CORRUPT' }))).toEqual({
    is: 'failed',
    sentence: 'This file was damaged on the way, so it was not opened',
  });
});
