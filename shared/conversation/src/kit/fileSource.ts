// Where bubbles have their files from: a screen's come from the engine, the gallery's from nowhere.
import type { MessageRow } from '@amber/client/db';
import { EMPTY, type Observable } from 'rxjs';

/** The state of a message's file on this device. */
export interface FileState {
  /** False until this device has been asked. */
  known: boolean;
  blob: Blob | null;
  doing: 'upload' | 'download' | null;
  percent: number;
  /** Why it could not be fetched; CANCELLED when that was called off. */
  fault: string | null;
}

export interface FileSource {
  /** The state now, and whenever it changes; of the message with this id. */
  state$(id: string): Observable<FileState>;
  /** Brings the file here, unless it is. What goes wrong is told by its state. */
  fetch(id: string): void;
  /** Ends what is under way: an upload goes with its message. */
  stop(id: string, doing: 'upload' | 'download'): void;
  /** Hands the file to the browser's downloads; fetches it before if it is not here. */
  save(message: MessageRow): void;
}

export const initialFileState: FileState = { known: false, blob: null, doing: null, percent: 0, fault: null };

const noop = () => {};

/** A source that has no files. */
export const emptyFileSource: FileSource = { state$: () => EMPTY, fetch: noop, stop: noop, save: noop };
