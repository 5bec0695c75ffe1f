// A message's file in a component, always as it is now.
import { useEffect, useState } from 'react';
import { type FileSource, type FileState, initialFileState } from '../../kit/fileSource.ts';

/** The state that `files` tells of this message. */
export function useFileState(files: FileSource, id: string): FileState {
  const [state, setState] = useState(initialFileState);
  useEffect(() => {
    const subscription = files.state$(id).subscribe(setState);
    return () => subscription.unsubscribe();
  }, [files, id]);
  return state;
}
