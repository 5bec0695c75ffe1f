// A waveform, part of which is marked as played.
import { type CSSProperties, useMemo } from 'react';
import { waveformShape } from './waveformShape.ts';
import styles from './Waveform.module.css';

interface WaveformProps {
  values: readonly number[] | undefined;
  /** The largest possible value. */
  peak?: number;
  /** The played share, from 0 to 1. */
  played: number;
}

/** Decorative: the element around it has the accessible name. */
export function Waveform({ values, peak, played }: WaveformProps) {
  const { viewBox, path } = useMemo(() => waveformShape(values, peak), [values, peak]);
  return (
    <svg
      className={styles.waveform}
      style={{ '--played': Math.min(1, Math.max(0, played)) } as CSSProperties}
      viewBox={viewBox}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {played < 1 && <path className={styles.bars} d={path} />}
      {played > 0 && <path className={styles.played} d={path} />}
    </svg>
  );
}
