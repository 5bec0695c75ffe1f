// A link to share: as a QR code, as text, and with actions.
import type { ReactNode } from 'react';
import { QrCode } from './QrCode.tsx';
import styles from './ShareLink.module.css';

interface ShareLinkProps {
  link: string;
  /** The accessible name of the QR code. */
  label: string;
  hint: ReactNode;
  /** The action buttons. */
  children: ReactNode;
}

/** Renders the code and the text side by side, and one below the other on a phone. */
export const ShareLink = ({ link, label, hint, children }: ShareLinkProps) => (
  <div className={styles.share}>
    <QrCode text={link} label={label} size={176} />
    <div className={styles.words}>
      <code className={styles.link} dir="ltr">
        {link}
      </code>
      {hint}
      <div className={styles.actions}>{children}</div>
    </div>
  </div>
);
