// Takes files that are dropped on a conversation, and shows that it would.
import { AttachIcon } from '@amber/ui/composerIcons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { strings } from './strings.ts';
import styles from './DropTarget.module.css';

export interface DropTargetProps {
  open: boolean;
  onDrop(files: File[]): void;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Beside the target nothing takes them, and the browser would open them in the place of the app. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer!.dropEffect = 'none';
}

/** Over the whole of the element that it stands in. Files reach the message by the button 'Attach' as well. */
export function DropTarget({ onDrop }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  const mark = useRef<HTMLDivElement>(null);
  const take = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrop([...event.dataTransfer!.files]);
  });
  useEffect(() => {
    const place = mark.current!.parentElement!;
    const done = new AbortController();
    const { signal } = done;
    place.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setIsOver(true);
    }, { signal });
    place.addEventListener('dragleave', ({ relatedTarget }) => { if (!place.contains(relatedTarget as Node | null)) setIsOver(false); }, { signal });
    place.addEventListener('drop', (event) => take(event), { signal });
    addEventListener('dragover', refuse, { signal });
    addEventListener('drop', refuse, { signal });
    return () => done.abort();
  }, []);
  return (
    <div ref={mark} className={styles.target} hidden={!isOver} aria-hidden="true">
      <span><AttachIcon />{strings.dropHere}</span>
    </div>
  );
}
