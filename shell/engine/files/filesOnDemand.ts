// Loads the code for files when the first one is sent or fetched, and handles the outbox's events about uploads.
import { limits } from '@amber/proto/limits';
import type { UploadResume } from '@amber/client/db';
import { auditTime, Subject } from 'rxjs';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OutboxEvent } from '../out/outboxEvent.ts';
import type { FileReleases } from './fileReleases.ts';
import type { Files, FilesPorts } from './files.ts';

/** Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
export interface FilesOnDemand extends Pick<
  Files,
  'send' | 'sendAll' | 'forward' | 'saveAttachments' | 'fetch' | 'close'
> {
  cancel(id: string): Promise<void>;
}

interface FilesOnDemandPorts extends FilesPorts, Pick<AccountContext, 'warn'> {
  /** Files depend on the outbox, not the other way round, so this module subscribes to it. */
  outbox: Outbox;
  releases: FileReleases;
}

export function createFilesOnDemand({ releases, warn, ...ports }: FilesOnDemandPorts): FilesOnDemand {
  const { outbox, clock, connected } = ports;
  const files = onDemand(
    () => import(/* webpackChunkName: "files" */ './files.ts'),
    ({ createFiles }) => createFiles(ports),
  );

  const uploadFailed$ = new Subject<void>();
  const upload = () =>
    void files
      .get()
      .then(({ flush }) => flush())
      .catch((thrown: unknown) => {
        warn('uploader')(thrown);
        uploadFailed$.next();
      });

  /** Dropping an upload requests its credentials again, which reserves the name; so the name is released afterwards. */
  const drop = (id: string, resume: UploadResume | undefined) =>
    void files
      .get()
      .then((loaded) => loaded.drop(id, resume))
      .catch(warn('uploadDropped'))
      .then(() => resume && releases.release(resume.name))
      .catch(warn('release'));

  const handlers: { [Type in OutboxEvent['type']]?: (event: Extract<OutboxEvent, { type: Type }>) => void } = {
    uploadWaiting: upload,
    uploadCancelled: ({ id, resume }) => drop(id, resume),
    discarded: () => releases.flush(),
  };

  const subscriptions = [
    outbox.events$.subscribe((event) => (handlers[event.type] as ((event: OutboxEvent) => void) | undefined)?.(event)),
    // Text messages wait for the uploads that precede them. While the socket is down, the reconnect retries instead.
    uploadFailed$.pipe(auditTime(limits.reconnectEvery, clock)).subscribe(() => {
      if (connected()) upload();
    }),
  ];

  return {
    ...forwardTo(files.get, 'send', 'sendAll', 'forward', 'saveAttachments', 'fetch'),
    cancel: async (id) => (await files.get()).cancel(id),
    close() {
      subscriptions.forEach((subscription) => subscription.unsubscribe());
      files.ifLoaded(({ close }) => close());
    },
  };
}
