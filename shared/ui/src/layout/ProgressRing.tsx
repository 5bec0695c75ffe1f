// A progress indicator as a ring that fills.
import styles from './ProgressRing.module.css';

interface ProgressRingProps {
  /** The name of the running task. */
  label: string;
  /** 0 to 100. At 0 the ring turns: the task has begun, but its progress is unknown. */
  percent: number;
}

const radius = 16;
const circumference = 2 * Math.PI * radius;
/** The minimum arc, so that the rotation is visible. */
const minPercent = 8;

/** Renders a progress bar named by `label`, 36 pixels wide. */
export const ProgressRing = ({ label, percent }: ProgressRingProps) => (
  <span
    className={styles.ring}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
  >
    <svg
      width="36"
      height="36"
      viewBox="0 0 36 36"
      fill="none"
      strokeWidth="2.5"
      className={percent === 0 ? styles.turning : undefined}
    >
      <circle className={styles.track} cx="18" cy="18" r={radius} />
      <circle
        className={styles.done}
        cx="18"
        cy="18"
        r={radius}
        strokeLinecap="round"
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - Math.max(percent, minPercent) / 100)}
      />
    </svg>
  </span>
);
