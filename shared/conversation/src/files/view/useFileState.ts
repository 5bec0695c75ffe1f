// The live state of a message's file as a hook.
import { useEffect, useState } from 'react';
import { type FileSource, type FileState, initialFileState } from '../../kit/fileSource.ts';

/** Returns the latest state that `files` emits for this message. */
export function useFileState(files: FileSource, id: string): FileState {
  const [state, setState] = useState(initialFileState);
  useEffect(() => {
    const subscription = files.state$(id).subscribe(setState);
    return () => subscription.unsubscribe();
  }, [files, id]);
  return state;
}
