// The source of the files in messages: the engine for screens, generated files for the gallery.
import type { MessageRow } from '@amber/client/rows';
import type { Observable } from 'rxjs';

/** The state of a message's file on this device. */
export interface FileState {
  /** False until the local database has been queried. */
  known: boolean;
  blob: Blob | null;
  doing: 'upload' | 'download' | null;
  percent: number;
  /** The fault code if the download failed; CANCELLED if it was cancelled. */
  fault: string | null;
}

export interface FileSource {
  /** Emits the current state of the file of this message, and every change. */
  state$(id: string): Observable<FileState>;
  /** Downloads the file unless it is on this device. A failure is reported by `state$`. */
  fetch(id: string): void;
  /** Cancels a transfer. Cancelling an upload discards its message. */
  stop(id: string, doing: 'upload' | 'download'): void;
  /** Saves the file through the browser's downloads, after downloading it if necessary. */
  save(message: MessageRow): void;
}

export const initialFileState: FileState = { known: false, blob: null, doing: null, percent: 0, fault: null };
