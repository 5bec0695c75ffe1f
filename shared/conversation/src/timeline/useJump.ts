// Scrolls to one message and highlights it, even if it has to be loaded into the window first.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

const highlightDuration = 1_600;
/** In milliseconds. A jump that takes longer is dropped, because the reader has gone on reading. */
const jumpTimeout = 10_000;

interface JumpPorts {
  rows: readonly TimelineRow[];
  log: RefObject<HTMLElement | null>;
  show(id: string, align: 'center'): void;
  /** Makes the message the tab stop. */
  setTabStop(id: string, takesFocus: boolean): void;
  /** Loads the part of the conversation around this message into the window. */
  loadAround?: ((id: string) => void) | undefined;
}

/**
 * `to` jumps to a message; `arrive` completes a jump that had to wait for its rows, and returns whether there was one.
 */
export function useJump({ rows, log, show: showRow, setTabStop, loadAround }: JumpPorts) {
  const [lit, setLit] = useState('');
  const pendingJump = useRef({ id: '', until: 0 });
  useEffect(() => {
    const timer = setTimeout(() => setLit(''), highlightDuration);
    return () => clearTimeout(timer);
  }, [lit]);

  const show = (id: string): boolean => {
    if (!rows.some(({ message }) => message.id === id)) return false;
    showRow(id, 'center');
    setTabStop(id, log.current?.contains(document.activeElement) ?? false);
    setLit(id);
    return true;
  };
  const to = useStableCallback((id: string) => {
    if (show(id)) return;
    pendingJump.current = { id, until: Date.now() + jumpTimeout };
    loadAround?.(id);
  });
  const arrive = (): boolean => {
    const { id, until } = pendingJump.current;
    if (!id || Date.now() > until || !show(id)) return false;
    pendingJump.current = { id: '', until: 0 };
    return true;
  };
  return { lit, to, arrive };
}
