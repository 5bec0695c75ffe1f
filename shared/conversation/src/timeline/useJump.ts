// Goes to one message and lights it up, also to one that must be brought into the window first.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStable } from '../kit/useStable.ts';

const litFor = 1_600;
/** Who asked longer ago has gone on reading. */
const waitFor = 10_000;

interface JumpPorts {
  rows: readonly TimelineRow[];
  log: RefObject<HTMLElement | null>;
  show(id: string, align: 'center'): void;
  /** Makes it the message that Tab comes to. */
  choose(id: string, takesFocus: boolean): void;
  /** Brings the part of the conversation with this message into the window. */
  ask?: ((id: string) => void) | undefined;
}

/** `to` jumps; `arrive` completes a jump that had to wait for its rows, and says whether there was one. */
export function useJump({ rows, log, show: showRow, choose, ask }: JumpPorts) {
  const [lit, setLit] = useState('');
  const wanted = useRef({ id: '', until: 0 });
  useEffect(() => {
    const timer = setTimeout(() => setLit(''), litFor);
    return () => clearTimeout(timer);
  }, [lit]);

  const show = (id: string): boolean => {
    if (!rows.some(({ message }) => message.id === id)) return false;
    showRow(id, 'center');
    choose(id, log.current?.contains(document.activeElement) ?? false);
    setLit(id);
    return true;
  };
  const to = useStable((id: string) => {
    if (show(id)) return;
    wanted.current = { id, until: Date.now() + waitFor };
    ask?.(id);
  });
  const arrive = (): boolean => {
    const { id, until } = wanted.current;
    if (!id || Date.now() > until || !show(id)) return false;
    wanted.current = { id: '', until: 0 };
    return true;
  };
  return { lit, to, arrive };
}
