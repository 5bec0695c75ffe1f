// The live state of a message's file as a hook.
import type { MessageRow } from '@amber/client/rows';
import { useEffect, useState } from 'react';
import { type FileSource, type FileState, initialFileState } from '../../kit/fileSource.ts';
import { type Transfer, transferOf } from './transfer.ts';

/** Returns the file of a message once it is on this device, why its download failed, and its transfer state. */
export function useTransfer(
  message: MessageRow,
  files: FileSource,
): Pick<FileState, 'blob' | 'fault'> & { transfer: Transfer } {
  const [state, setState] = useState(initialFileState);
  const { id } = message;
  useEffect(() => {
    const subscription = files.state$(id).subscribe(setState);
    return () => subscription.unsubscribe();
  }, [files, id]);
  return { blob: state.blob, fault: state.fault, transfer: transferOf(message, state) };
}
