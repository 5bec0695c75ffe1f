// A text as a QR code, rendered locally, so that the text is not sent anywhere.
import encodeQR from 'qr';
import styles from './QrCode.module.css';

interface QrCodeProps {
  text: string;
  /** The accessible name of the image. */
  label: string;
  /** The width in pixels, including the quiet zone. */
  size?: number;
}

/** The width of the quiet zone in modules, which cameras need to detect the code. */
const quiet = 4;

/** Renders an image. It is dark on light in the dark theme too, since many readers do not recognise inverted codes. */
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
