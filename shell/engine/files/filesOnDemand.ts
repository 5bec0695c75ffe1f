// Loads the code for files when the first one is sent or fetched, and handles the outbox's upload news.
import type { Api } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { ProblemKind } from '@amber/proto/problems';
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, UploadResume } from '@amber/client/db';
import { auditTime, Subject } from 'rxjs';
import { onDemand } from '../kit/lazyImport.ts';
import type { EnginePorts } from '../kit/ports.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OutboxNews } from '../out/outboxNews.ts';
import type { FileReleases } from './fileReleases.ts';
import type { Files } from './files.ts';

/** Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
export interface FilesOnDemand extends Pick<Files, 'send' | 'close'> {
  fetch(id: string): Promise<void>;
  cancel(id: string): Promise<void>;
}

interface FilesOnDemandPorts extends Pick<EnginePorts, 'fetch' | 'origin' | 'clock' | 'loadStoreClient'> {
  db: AccountDb;
  api: Api;
  /** Subscribed from here on: files depend on the outbox, which knows nothing of them. */
  outbox: Outbox;
  releases: FileReleases;
  connected(): boolean;
  say(event: EngineEvent): void;
  warn(what: ProblemKind): (thrown: unknown) => void;
}

export function createFilesOnDemand({ releases, warn, ...ports }: FilesOnDemandPorts): FilesOnDemand {
  const { outbox, clock, connected } = ports;
  const files = onDemand(
    () => import(/* webpackChunkName: "files" */ './files.ts'),
    ({ createFiles }) => createFiles(ports),
  );

  const noUploader$ = new Subject<void>();
  const upload = () =>
    void files
      .get()
      .then(({ goOn }) => goOn())
      .catch((thrown: unknown) => {
        warn('uploader')(thrown);
        noUploader$.next();
      });

  /** Clearing requests permission once more, which keeps the name: it is released after that. */
  const drop = (id: string, resume: UploadResume | undefined) =>
    void files
      .get()
      .then((brought) => brought.drop(id, resume))
      .catch(warn('uploadDropped'))
      .then(() => resume && releases.release(resume.name))
      .catch(warn('release'));

  const heard: { [Type in OutboxNews['type']]?: (news: Extract<OutboxNews, { type: Type }>) => void } = {
    uploadWaiting: upload,
    uploadDropped: ({ id, resume }) => drop(id, resume),
    discarded: () => releases.goOn(),
  };

  const subscriptions = [
    outbox.news$.subscribe((news) => (heard[news.type] as ((news: OutboxNews) => void) | undefined)?.(news)),
    // Texts wait for uploads that precede them. While the socket is down, the reconnect retries.
    noUploader$.pipe(auditTime(limits.reconnectEvery, clock)).subscribe(() => {
      if (connected()) upload();
    }),
  ];

  return {
    send: async (message) => (await files.get()).send(message),
    fetch: async (id) => (await files.get()).fetch(id),
    cancel: async (id) => (await files.get()).cancel(id),
    close() {
      subscriptions.forEach((subscription) => subscription.unsubscribe());
      void files
        .loaded()
        ?.then((brought) => brought.close())
        .catch(() => {});
    },
  };
}
