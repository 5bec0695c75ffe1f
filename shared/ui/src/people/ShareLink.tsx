// A link to hand out: as a QR code, written out, and with what one can do with it.
import type { ReactNode } from 'react';
import { QrCode } from './QrCode.tsx';
import styles from './ShareLink.module.css';

interface ShareLinkProps {
  link: string;
  /** What the code is, for those who do not see it. */
  label: string;
  hint: ReactNode;
  /** Buttons. */
  children: ReactNode;
}

/** The code and the words side by side; on a phone one below the other. */
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
