// Passes the rows of a timeline to its list in stages, so that the visible rows do not move.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UnmeasuredEnd, type StagedRows, stageRows } from './stageRows.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/**
 * In milliseconds, the time in which the list reports the end of scrolling. Without any scrolling it reports nothing.
 */
const scrollEndTimeout = 300;

interface State extends StagedRows {
  input: readonly TimelineRow[];
  unmeasured: UnmeasuredEnd;
}

function advance(state: State, input: readonly TimelineRow[], unmeasured: UnmeasuredEnd, toEnd: boolean): State {
  const staged = stageRows(state.rows, input, unmeasured, toEnd);
  return { ...staged, input, unmeasured: staged.shift ? 'start' : staged.grows ? (unmeasured ?? 'end') : unmeasured };
}

/**
 * Returns `rows` and `shift` for the list; pass it `onScroll` and `onScrollEnd` too.
 * @param toEnd whether the reader is at the end, or the timeline is scrolling there
 */
export function useStagedRows(input: readonly TimelineRow[], toEnd: boolean) {
  const [state, setState] = useState<State>({
    input,
    rows: input,
    shift: false,
    grows: false,
    isHeld: false,
    unmeasured: null,
  });
  const { rows, unmeasured, isHeld } = state;
  if (state.input !== input) setState(advance(state, input, unmeasured, toEnd));
  const release = useCallback(
    () => setState((now) => (now.unmeasured ? advance(now, now.input, null, false) : now)),
    [],
  );

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (unmeasured !== 'start') return;
    timer.current = setTimeout(release, isHeld && toEnd ? 0 : scrollEndTimeout);
    return () => clearTimeout(timer.current);
  }, [unmeasured, rows, isHeld, toEnd, release]);
  useEffect(() => {
    if (unmeasured !== 'end') return;
    // Added rows are measured within the first frame and in their final positions by the second.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(release);
    });
    return () => cancelAnimationFrame(frame);
  }, [unmeasured, rows, release]);

  const onScroll = useCallback(() => clearTimeout(timer.current), []);
  return { rows, shift: state.shift, onScroll, onScrollEnd: release };
}
