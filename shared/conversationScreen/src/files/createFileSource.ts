// The file source of a conversation: database rows provide the files, engine events the progress of transfers.
import type { EngineEvent } from '@amber/client/bus';
import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  type Observable,
  type Subscription,
  takeUntil,
  timer,
} from 'rxjs';
import type { FileSource, FileState } from '@amber/conversation/fileSource';

type TransferState = Pick<FileState, 'doing' | 'percent' | 'fault'>;

export interface FileSourcePorts {
  /** Emits the file of this message, or null while it is not on this device. */
  blob$(id: string): Observable<Blob | null>;
  events$: Observable<EngineEvent>;
  /** Emits whenever the connection is restored. */
  reconnected$: Observable<unknown>;
  fetchFile(id: string): Promise<void>;
  cancelFetch(id: string): void;
  /** Cancels an upload and discards its message. */
  discard(id: string): void;
  save(blob: Blob, name: string): void;
  showFault(fault: Fault): void;
}

const idle: TransferState = { doing: null, percent: 0, fault: null };
/** In milliseconds, the time within which the live query emits a row that was written. */
const rowTimeout = 5_000;

export interface LiveFileSource extends FileSource {
  /** Subscribes to engine events until the result is unsubscribed. */
  listen(): Subscription;
}

export function createFileSource(ports: FileSourcePorts): LiveFileSource {
  const transfers$ = new BehaviorSubject<ReadonlyMap<string, TransferState>>(new Map());
  const setTransfer = (id: string, transfer: TransferState) =>
    transfers$.next(new Map(transfers$.value).set(id, transfer));
  const removeTransfers = (isRemoved: (transfer: TransferState) => boolean) =>
    transfers$.next(new Map([...transfers$.value].filter(([, transfer]) => !isRemoved(transfer))));
  const blob$ = (id: string) =>
    ports.blob$(id).pipe(distinctUntilChanged((one, other) => (one === null) === (other === null)));

  /**
   * Downloads a file and resolves with it.
   * @throws Fault if the download fails
   */
  async function download(id: string): Promise<Blob> {
    setTransfer(id, { ...idle, doing: 'download' });
    try {
      await ports.fetchFile(id);
      const blob = await firstValueFrom(
        blob$(id).pipe(
          filter((found) => found !== null),
          takeUntil(timer(rowTimeout)),
        ),
      );
      setTransfer(id, idle);
      return blob;
    } catch (thrown) {
      const fault = Fault.of(thrown);
      setTransfer(id, { ...idle, fault: fault.code });
      throw fault;
    }
  }

  return {
    state$: (id) =>
      combineLatest([
        blob$(id),
        transfers$.pipe(
          map((all) => all.get(id) ?? idle),
          distinctUntilChanged(),
        ),
      ]).pipe(map(([blob, transfer]) => ({ known: true, blob, ...transfer }))),
    fetch: (id) => void download(id).catch(() => {}), // the state reports the failure
    stop: (id, doing) => (doing === 'download' ? ports.cancelFetch(id) : ports.discard(id)),
    save({ id, content }) {
      const name = readFile(content)?.name ?? '';
      firstValueFrom(blob$(id))
        .then((stored) => stored ?? download(id))
        .then(
          (blob) => ports.save(blob, name),
          (thrown: unknown) => {
            const fault = Fault.of(thrown);
            if (fault.code !== 'CANCELLED') ports.showFault(fault);
          },
        );
    },
    listen() {
      const subscription = ports.events$.subscribe((event) => {
        if (event.type !== 'fileProgress') return;
        const { id, doing, percent } = event;
        const before = transfers$.value.get(id) ?? idle;
        if (percent >= 0 && percent < 100) setTransfer(id, { doing, percent, fault: null });
        else if (before.doing === 'upload') setTransfer(id, idle);
      });
      // Transient failures are cleared on reconnect, so that the files can be requested again.
      subscription.add(
        ports.reconnected$.subscribe(() =>
          removeTransfers(({ fault }) => fault !== null && new Fault(fault).isPassing),
        ),
      );
      return subscription;
    },
  };
}
