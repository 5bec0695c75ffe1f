// How loud a microphone is.
import { useEffect, useRef } from 'react';
import { levelOf } from '../sound/levelOf.ts';
import { words } from '../words/gen/callDevices.ts';
import styles from './CallDevices.module.css';

/** Milliseconds: as often as an eye follows. */
const every = 80;
const fullScale = 0x7fff;

export function LevelMeter({ stream }: { stream: MediaStream }) {
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 2_048 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const show = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const percent = Math.round(100 * levelOf(Int16Array.from(samples, (sample) => sample * fullScale)));
      meter.current!.setAttribute('aria-valuenow', String(percent));
      meter.current!.style.setProperty('--level', String(percent / 100));
    }, every);
    return () => {
      clearInterval(show);
      void context.close();
    };
  }, [stream]);
  return (
    <div
      ref={meter}
      className={styles.meter}
      role="meter"
      aria-label={words.level}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  );
}
