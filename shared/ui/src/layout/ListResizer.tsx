// The edge between the list and the conversation, which is moved by pointer or arrow keys.
import type { KeyboardEvent, PointerEvent } from 'react';
import { arrowStep, directionSign } from '../direction.ts';
import { words } from '../words/gen/ui.ts';
import styles from './Panes.module.css';

interface ListResizerProps {
  width: number;
  min: number;
  max: number;
  initial: number;
  onResize(width: number): void;
}

const step = 12;

/** Renders a separator whose value is the list's width; a double click resets it. */
export function ListResizer({ width, min, max, initial, onResize }: ListResizerProps) {
  const resize = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))));
  const ends: Record<string, number> = { Home: min, End: max };
  const press = (event: KeyboardEvent) => {
    const by = arrowStep(event.key);
    const next = by === 0 ? ends[event.key] : width + by * step;
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => resize(width + (move.clientX - from) * directionSign());
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
    };
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.resizeList}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={styles.resizer}
      onKeyDown={press}
      onPointerDown={drag}
      onDoubleClick={() => resize(initial)}
    />
  );
}
