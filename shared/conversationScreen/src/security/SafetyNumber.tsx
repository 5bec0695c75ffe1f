// The number that both sides compare, as digits and as a code, and the ways to compare it.
import { copyText } from '@amber/client/copyText';
import { showToast } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Fold } from '@amber/ui/Fold';
import { QrCode } from '@amber/ui/QrCode';
import { readQr } from '@amber/ui/readQr';
import { TextField } from '@amber/ui/TextField';
import { type ReactNode, useRef, useState } from 'react';
import { groupsOf, isSafetyNumber, numberIn, safetyCode } from './safetyCode.ts';
import { words } from '../words/gen/security.ts';
import styles from './Security.module.css';

interface SafetyNumberProps {
  number: string;
  name: string;
  /** What is done once the numbers were compared. */
  children: ReactNode;
}

/** Twelve groups of five digits. */
export function SafetyNumber({ number, name, children }: SafetyNumberProps) {
  const [theirs, setTheirs] = useState('');
  const picture = useRef<HTMLInputElement>(null);
  const compared = numberIn(theirs);
  const verdict = !isSafetyNumber(compared) ? null : compared === number;

  const scan = async (file: File | undefined) => {
    if (!file) return;
    const found = await createImageBitmap(file)
      .then(readQr)
      .then(
        (text) => numberIn(text ?? ''),
        () => '',
      );
    if (isSafetyNumber(found)) setTheirs(groupsOf(found).join(' '));
    else showToast('error', words.noCode);
  };
  const copy = () => void copyText(groupsOf(number).join(' '), words.copied);

  return (
    <section className={styles.section} aria-labelledby="safety-number">
      <h3 className={styles.subtitle} id="safety-number">
        {words.number}
      </h3>
      <p>{words.numberHint({ name })}</p>
      <div className={styles.number}>
        <QrCode text={safetyCode(number)} label={words.code} size={156} />
        <ol className={styles.groups} dir="ltr" aria-label={words.number}>
          {groupsOf(number).map((group, index) => (
            <li key={index}>{group}</li>
          ))}
        </ol>
      </div>
      <div className={styles.ways}>
        <Button onClick={() => picture.current?.click()}>{words.scan}</Button>
        {children}
        <input
          ref={picture}
          className={styles.file}
          type="file"
          accept="image/*"
          capture="environment"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ target }) => {
            void scan(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <p role="status" className={verdict === null ? undefined : verdict ? styles.same : styles.differs}>
        {verdict === null ? '' : verdict ? words.matches : words.differs}
      </p>
      <Fold title={words.otherWays}>
        <TextField
          label={words.compare}
          value={theirs}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => setTheirs(target.value)}
        />
        <Button look="quiet" onClick={copy}>
          {words.copy}
        </Button>
      </Fold>
    </section>
  );
}
