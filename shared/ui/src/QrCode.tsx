// A text as a QR code, drawn here: what it says goes nowhere.
import encodeQR from 'qr';
import styles from './QrCode.module.css';

interface QrCodeProps {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** Pixels, the quiet edge included. */
  size?: number;
}

/** Modules of quiet around it, without which cameras do not find it. */
const quiet = 4;

/** An image; dark on light also in a dark page, since many readers know no other. */
export function QrCode({ text, label, size = 208 }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 0 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ''))).join('');
  const edge = rows.length + 2 * quiet;
  return (
    <svg className={styles.code} role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${edge} ${edge}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
