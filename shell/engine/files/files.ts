// File transfers, loaded when the first file is sent or fetched.
import type { EngineCalls } from '@amber/client/bus';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createDownloads, type Downloads } from './downloads.ts';
import { sanitizeMimeType } from './sanitizeMimeType.ts';
import type { Outbox } from '../out/outbox.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { createFileStore } from './fileStore.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Files extends Pick<Uploads, 'flush' | 'drop'>, Pick<Downloads, 'fetch' | 'cancel'> {
  send: EngineCalls['sendFile'];
  close(): void;
}

export interface FilesPorts extends Pick<
  AccountContext,
  'db' | 'api' | 'fetch' | 'origin' | 'clock' | 'loadStoreClient' | 'connected' | 'emit'
> {
  outbox: Pick<Outbox, 'send' | 'startSending' | 'fail'>;
}

export function createFiles(ports: FilesPorts): Files {
  const { outbox } = ports;
  const uploads = createUploads({ ...ports, store: createFileStore(ports.loadStoreClient) });
  const downloads = createDownloads(ports);
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
    ...uploads,
    ...downloads,
    close() {
      uploads.close();
      downloads.close();
    },
  };
}
