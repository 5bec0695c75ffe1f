// File transfers, loaded when the first one is sent or fetched.
import type { EngineCalls, EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createDownloads, type Downloads } from './downloads.ts';
import { fileType } from './fileType.ts';
import type { Outbox } from '../out/outbox.ts';
import type { EnginePorts } from '../kit/ports.ts';
import { createFileStore } from './upload.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Files extends Pick<Uploads, 'goOn' | 'drop'>, Pick<Downloads, 'fetch' | 'cancel'> {
  send: EngineCalls['sendFile'];
  close(): void;
}

interface FilesPorts extends Pick<EnginePorts, 'fetch' | 'origin' | 'clock' | 'loadStoreClient'> {
  db: AccountDb;
  api: Api;
  outbox: Pick<Outbox, 'send' | 'start' | 'fail'>;
  connected(): boolean;
  say(event: EngineEvent): void;
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
  say,
}: FilesPorts): Files {
  const uploads = createUploads({ db, api, outbox, clock, connected, say, store: createFileStore(loadStoreClient) });
  const downloads = createDownloads({ db, fetch, origin, clock, say });
  return {
    async send({ id, conversationId, type, file, body: { preview, ...said } }) {
      if (file.size > limits.fileMax) throw new Fault('FILE_TOO_LARGE');
      if (file.size === 0) throw new Fault('FILE_EMPTY');
      const small = preview.length > limits.filePreviewMax ? '' : preview;
      const body = readFile({
        type,
        message: JSON.stringify({ ...said, size: file.size, file: { key: '', uri: '', digest: '', preview: small } }),
      });
      if (!body) throw new Fault('BAD_REQUEST');
      await outbox.send({ id, conversationId, type, body }, file.slice(0, file.size, fileType(body.mime)));
    },
    goOn: uploads.goOn,
    drop: uploads.drop,
    fetch: downloads.fetch,
    cancel: downloads.cancel,
    close() {
      uploads.close();
      downloads.close();
    },
  };
}
