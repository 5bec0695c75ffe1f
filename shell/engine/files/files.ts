// File transfers, loaded when the first file is sent or fetched.
import type { EngineCalls, EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createDownloads, type Downloads } from './downloads.ts';
import { sanitizeMimeType } from './sanitizeMimeType.ts';
import type { Outbox } from '../out/outbox.ts';
import type { EnginePorts } from '../kit/ports.ts';
import { createFileStore } from './fileStore.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Files extends Pick<Uploads, 'flush' | 'drop'>, Pick<Downloads, 'fetch' | 'cancel'> {
  send: EngineCalls['sendFile'];
  close(): void;
}

interface FilesPorts extends Pick<EnginePorts, 'fetch' | 'origin' | 'clock' | 'loadStoreClient'> {
  db: AccountDb;
  api: Api;
  outbox: Pick<Outbox, 'send' | 'start' | 'fail'>;
  connected(): boolean;
  emit(event: EngineEvent): void;
}

export function createFiles({
  db,
  api,
  outbox,
  fetch,
  origin,
  clock,
  loadStoreClient,
  connected,
  emit,
}: FilesPorts): Files {
  const uploads = createUploads({ db, api, outbox, clock, connected, emit, store: createFileStore(loadStoreClient) });
  const downloads = createDownloads({ db, fetch, origin, clock, emit });
  return {
    async send({ id, conversationId, type, file, body: { preview, ...fileBody } }) {
      if (file.size > limits.fileMax) throw new Fault('FILE_TOO_LARGE');
      if (file.size === 0) throw new Fault('FILE_EMPTY');
      const boundedPreview = preview.length > limits.filePreviewMax ? '' : preview;
      const body = readFile({
        type,
        message: JSON.stringify({
          ...fileBody,
          size: file.size,
          file: { key: '', uri: '', digest: '', preview: boundedPreview },
        }),
      });
      if (!body) throw new Fault('BAD_REQUEST');
      await outbox.send({ id, conversationId, type, body }, file.slice(0, file.size, sanitizeMimeType(body.mime)));
    },
    flush: uploads.flush,
    drop: uploads.drop,
    fetch: downloads.fetch,
    cancel: downloads.cancel,
    close() {
      uploads.close();
      downloads.close();
    },
  };
}
