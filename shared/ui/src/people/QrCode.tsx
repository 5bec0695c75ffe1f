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
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
