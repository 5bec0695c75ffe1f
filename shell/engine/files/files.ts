// File transfers, loaded when the first file is sent or fetched.
import type { EngineCalls, FileToSend } from '@amber/client/bus';
import { type FileBody, readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { createDownloads, type Downloads } from './downloads.ts';
import { sanitizeMimeType } from './sanitizeMimeType.ts';
import type { Outbox } from '../out/outbox.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { deleteAttachments, saveAttachments } from './attachments.ts';
import { createFileStore } from './fileStore.ts';
import { createForward } from './forward.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Files extends Pick<Uploads, 'flush' | 'drop'>, Pick<Downloads, 'fetch' | 'cancel'> {
  send: EngineCalls['sendFile'];
  sendAll: EngineCalls['sendFiles'];
  forward: EngineCalls['forward'];
  saveAttachments: EngineCalls['saveAttachments'];
  close(): void;
}

export interface FilesPorts extends Pick<
  AccountContext,
  'db' | 'api' | 'me' | 'fetch' | 'origin' | 'clock' | 'loadStoreClient' | 'connected' | 'emit'
> {
  outbox: Pick<Outbox, 'sendAll' | 'startSending' | 'fail'>;
}

/** Returns the body of the message, whose file is not uploaded yet. @throws Fault */
function bodyOf({ type, file, body: { preview, ...fileBody } }: FileToSend): FileBody {
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
  return body;
}

export function createFiles(ports: FilesPorts): Files {
  const { db, outbox } = ports;
  const uploads = createUploads({ ...ports, store: createFileStore(ports.loadStoreClient) });
  const downloads = createDownloads(ports);

  const sendAll: Files['sendAll'] = async ({ conversationId, files, takesDraft }) => {
    if (files.length === 0) throw new Fault('BAD_REQUEST');
    if (files.length > limits.fileConcurrency) throw new Fault('TOO_LARGE');
    const messages = files.map((one) => {
      const body = bodyOf(one);
      const blob = one.file.slice(0, one.file.size, sanitizeMimeType(body.mime));
      return { id: one.id, type: one.type, body, blob, album: body.album?.id };
    });
    const removeDraft = () => Promise.all([db.drafts.delete(conversationId), deleteAttachments(db, conversationId)]);
    await outbox.sendAll(conversationId, messages, takesDraft ? removeDraft : undefined);
  };

  return {
    send: ({ conversationId, ...file }) => sendAll({ conversationId, files: [file] }),
    sendAll,
    forward: createForward({ ...ports, fetchFile: downloads.fetch }),
    saveAttachments: (request) => saveAttachments(db, request),
    ...uploads,
    ...downloads,
    close() {
      uploads.close();
      downloads.close();
    },
  };
}
