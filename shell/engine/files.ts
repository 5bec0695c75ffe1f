// What the engine does about files, brought when the first one is sent or fetched.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { createDownloads, type Downloads } from './downloads.ts';
import type { Outbox } from './outbox.ts';
import type { EnginePorts } from './ports.ts';
import { createFileStore } from './upload.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Files extends Pick<Uploads, 'goOn' | 'drop'>, Pick<Downloads, 'fetch' | 'cancel'> {
  close(): void;
}

interface FilesPorts extends Pick<EnginePorts, 'fetch' | 'clock' | 'loadStoreClient'> {
  db: AccountDb;
  api: Api;
  outbox: Outbox;
  connected(): boolean;
  say(event: EngineEvent): void;
}

export function createFiles({ db, api, outbox, fetch, clock, loadStoreClient, connected, say }: FilesPorts): Files {
  const uploads = createUploads({ db, api, outbox, clock, connected, say, store: createFileStore(loadStoreClient) });
  const downloads = createDownloads({ db, fetch, clock, say });
  return {
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
