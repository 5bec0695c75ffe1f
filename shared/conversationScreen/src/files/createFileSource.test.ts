import type { EngineEvent } from '@amber/client/bus';
import type { MessageRow } from '@amber/client/rows';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { FileState } from '@amber/conversation/fileSource';
import { createFileSource } from './createFileSource.ts';

function stage() {
  const here$ = new BehaviorSubject<Blob | null>(null);
  const events$ = new Subject<EngineEvent>();
  const back$ = new Subject<void>();
  const asked: PromiseWithResolvers<void>[] = [];
  const ports = { cancelFetch: vi.fn(), discard: vi.fn(), save: vi.fn(), showFault: vi.fn() };
  const files = createFileSource({
    ...ports,
    events$,
    reconnected$: back$,
    blob$: () => here$,
    fetchFile() {
      asked.push(Promise.withResolvers<void>());
      return asked.at(-1)!.promise;
    },
  });
  files.listen();
  const told: FileState[] = [];
  files.state$('m1').subscribe((state) => told.push(state));
  const progress = (doing: 'upload' | 'download', percent: number, id = 'm1') =>
    events$.next({ type: 'fileProgress', id, doing, percent });
  return { files, ports, here$, back$, asked, told, progress, now: () => told.at(-1)! };
}

const blob = new Blob(['bytes']);
const message = {
  id: 'm1',
  content: {
    type: 'file',
    message: JSON.stringify({ file: { key: '', uri: '', digest: '' }, name: 'a.txt', size: 5, mime: '' }),
  },
} as MessageRow;

test('R49 R94 a file that is fetched tells how far it is, and is under way until its row is here', async () => {
  const { files, asked, progress, here$, now, told } = stage();
  expect(now()).toEqual({ known: true, blob: null, doing: null, percent: 0, fault: null });
  files.fetch('m1');
  expect(now()).toMatchObject({ doing: 'download', percent: 0 });
  progress('download', 42);
  progress('download', 77, 'another');
  expect(now()).toMatchObject({ doing: 'download', percent: 42 });
  progress('download', 99);
  progress('download', 100);
  asked[0]!.resolve();
  await vi.waitFor(() => expect(now()).toMatchObject({ doing: 'download', percent: 99, blob: null }), 75_000);
  here$.next(blob);
  await vi.waitFor(() => expect(now()).toEqual({ known: true, blob, doing: null, percent: 0, fault: null }), 75_000);
  const settled = told.length;
  here$.next(new Blob(['bytes'])); // the row was written again
  expect(told.length).toBe(settled);
});

test('R95 what did not come says why; one that the network kept back may be asked for again when it is there', async () => {
  const { files, asked, back$, now } = stage();
  files.fetch('m1');
  asked[0]!.reject(new Fault('FILE_CORRUPT'));
  await vi.waitFor(() => expect(now()).toMatchObject({ doing: null, fault: 'FILE_CORRUPT' }), 75_000);
  back$.next();
  expect(now().fault).toBe('FILE_CORRUPT');
  files.fetch('m1');
  expect(now().fault).toBeNull();
  asked[1]!.reject(new Fault('NO_RESPONSE'));
  await vi.waitFor(() => expect(now().fault).toBe('NO_RESPONSE'), 75_000);
  back$.next();
  expect(now().fault).toBeNull();
});

test('R54 an upload is told by the news alone, and ends with them', () => {
  const { files, ports, progress, now } = stage();
  progress('upload', 30);
  expect(now()).toMatchObject({ doing: 'upload', percent: 30 });
  progress('upload', -1);
  expect(now()).toMatchObject({ doing: null });
  files.stop('m1', 'upload');
  expect(ports.discard).toHaveBeenCalledWith('m1');
  files.stop('m1', 'download');
  expect(ports.cancelFetch).toHaveBeenCalledWith('m1');
});

test('R98 saving hands over what is here, fetches what is not, and says what is wrong', async () => {
  const { files, ports, asked, here$ } = stage();
  files.save(message);
  await vi.waitFor(() => expect(asked.length).toBe(1), 75_000);
  asked[0]!.reject(new Fault('FILE_GONE'));
  await vi.waitFor(
    () => expect(ports.showFault).toHaveBeenCalledWith(expect.objectContaining({ code: 'FILE_GONE' })),
    15_000,
  );
  files.save(message);
  await vi.waitFor(() => expect(asked.length).toBe(2), 75_000);
  asked[1]!.reject(new Fault('CANCELLED'));
  here$.next(blob);
  files.save(message);
  await vi.waitFor(() => expect(ports.save).toHaveBeenCalledWith(blob, 'a.txt'), 75_000);
  expect(ports.showFault).toHaveBeenCalledTimes(1);
});
