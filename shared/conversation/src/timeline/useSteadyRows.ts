// The rows of a timeline as its list can take them without moving what is read.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Busy, type Steady, steadyRows } from './steadyRows.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The list takes this long to notice that its scrolling has ended. Where nothing had to scroll, that is never told. */
const withoutScroll = 300;

interface State extends Steady {
  given: readonly TimelineRow[];
  busy: Busy;
}

function advance(state: State, given: readonly TimelineRow[], busy: Busy, toEnd: boolean): State {
  const steady = steadyRows(state.rows, given, busy, toEnd);
  return { ...steady, given, busy: steady.shift ? 'start' : steady.grows ? (busy ?? 'end') : busy };
}

/**
 * `rows` and `shift` are the list's; hand it `onScroll` and `onScrollEnd` too.
 * @param toEnd the reader is at the end, or is being taken there
 */
export function useSteadyRows(given: readonly TimelineRow[], toEnd: boolean) {
  const [state, setState] = useState<State>({
    given,
    rows: given,
    shift: false,
    grows: false,
    isHeld: false,
    busy: null,
  });
  const { rows, busy, isHeld } = state;
  if (state.given !== given) setState(advance(state, given, busy, toEnd));
  const release = useCallback(() => setState((now) => (now.busy ? advance(now, now.given, null, false) : now)), []);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (busy !== 'start') return;
    timer.current = setTimeout(release, isHeld && toEnd ? 0 : withoutScroll);
    return () => clearTimeout(timer.current);
  }, [busy, rows, isHeld, toEnd, release]);
  useEffect(() => {
    if (busy !== 'end') return;
    // What came in is measured within the first frame, and stands by the second.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(release);
    });
    return () => cancelAnimationFrame(frame);
  }, [busy, rows, release]);

  const onScroll = useCallback(() => clearTimeout(timer.current), []);
  return { rows, shift: state.shift, onScroll, onScrollEnd: release };
}
