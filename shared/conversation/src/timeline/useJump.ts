// Scrolls to one message and highlights it, even if it has to be loaded into the window first.
import type { QuotedPart } from '@amber/proto/bodies';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

const highlightDuration = 1_600;
/** In milliseconds. A jump that takes longer is dropped, because the reader has gone on reading. */
const jumpTimeout = 10_000;

const loadMark = () => import(/* webpackChunkName: "messageParts" */ './markPart.ts');

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
  const pendingJump = useRef<{ id: string; part?: QuotedPart | undefined; until: number }>({ id: '', until: 0 });
  useEffect(() => {
    const timer = setTimeout(() => setLit(''), highlightDuration);
    return () => clearTimeout(timer);
  }, [lit]);

  const show = (id: string, part?: QuotedPart): boolean => {
    const row = rows.find(({ message }) => message.id === id);
    if (!row) return false;
    showRow(id, 'center');
    setTabStop(id, log.current?.contains(document.activeElement) ?? false);
    setLit(id);
    if (part) void loadMark().then(({ markPart }) => markPart(log.current, row.message, part));
    return true;
  };
  const to = useStableCallback((id: string, part?: QuotedPart) => {
    if (show(id, part)) return;
    pendingJump.current = { id, part, until: Date.now() + jumpTimeout };
    loadAround?.(id);
  });
  const arrive = (): boolean => {
    const { id, part, until } = pendingJump.current;
    if (!id || Date.now() > until || !show(id, part)) return false;
    pendingJump.current = { id: '', until: 0 };
    return true;
  };
  return { lit, to, arrive };
}
