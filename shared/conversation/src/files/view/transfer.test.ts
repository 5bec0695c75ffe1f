import type { MessageRow } from '@amber/client/rows';
import { expect, test } from 'vitest';
import { type FileState, initialFileState } from '../../kit/fileSource.ts';
import { transferOf } from './transfer.ts';

const sent = { loading: false, error: '' } as MessageRow;
const uploading = { loading: true, pending: true, error: '' } as MessageRow;
const uploaded = { loading: true, pending: false, error: '' } as MessageRow;
const failed = { loading: false, error: 'error' } as MessageRow;
const state = (rest: Partial<FileState>): FileState => ({ ...initialFileState, known: true, ...rest });
const blob = new Blob(['x']);

test('R54 a file of mine is under way until it lies in the store, with or without a network', () => {
  expect(transferOf(uploading, state({ blob }))).toEqual({ is: 'under way', doing: 'upload', percent: 0 });
  expect(transferOf(uploading, state({ blob, doing: 'upload', percent: 40 }))).toEqual({
    is: 'under way',
    doing: 'upload',
    percent: 40,
  });
  expect(transferOf(uploaded, state({ blob }))).toEqual({ is: 'done' });
  expect(transferOf(failed, state({ blob }))).toEqual({ is: 'done' });
});

test('R49 R94 a file of somebody else is away, comes, and is here', () => {
  expect(transferOf(sent, initialFileState)).toEqual({ is: 'unknown' });
  expect(transferOf(sent, state({}))).toEqual({ is: 'away' });
  expect(transferOf(sent, state({ doing: 'download', percent: 99 }))).toEqual({
    is: 'under way',
    doing: 'download',
    percent: 99,
  });
  expect(transferOf(sent, state({ blob }))).toEqual({ is: 'done' });
});

test('R95 R93 what was called off can be asked for again; what did not arrive as it was sent says so', () => {
  expect(transferOf(sent, state({ fault: 'CANCELLED' }))).toEqual({ is: 'away' });
  expect(transferOf(sent, state({ fault: 'FILE_CORRUPT' }))).toEqual({
    is: 'failed',
    sentence: 'This file was damaged on the way, so it was not opened',
  });
});
