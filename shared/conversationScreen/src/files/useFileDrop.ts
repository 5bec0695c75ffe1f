// Drag and drop of files onto a screen.
import { type DragEvent, useEffect, useState } from 'react';

const hasFiles = ({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Outside the target, a drop would make the browser open the file in place of the app. */
function preventDrop(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer!.dropEffect = 'none';
}

/** Returns the drag handlers of an element, and whether files are dragged over it. */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const mounted = new AbortController();
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, preventDrop, { signal: mounted.signal });
    return () => mounted.abort();
  }, []);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onDrop([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}
