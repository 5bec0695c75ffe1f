// The safety number, as digits and as a QR code, with the ways to compare it.
import { copyText } from '@amber/client/copyText';
import { showToast } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Collapsible } from '@amber/ui/Collapsible';
import { QrCode } from '@amber/ui/QrCode';
import { readQr } from '@amber/ui/readQr';
import { TextField } from '@amber/ui/TextField';
import { type ReactNode, useRef, useState } from 'react';
import { digitGroups, isSafetyNumber, parseSafetyNumber, safetyQrText } from './safetyQrText.ts';
import { words } from '../words/gen/security.ts';
import styles from './Security.module.css';

interface SafetyNumberProps {
  number: string;
  name: string;
  /** The actions after the numbers were compared. */
  children: ReactNode;
}

/** Shows the number as twelve groups of five digits. */
export function SafetyNumber({ number, name, children }: SafetyNumberProps) {
  const [otherNumber, setOtherNumber] = useState('');
  const picture = useRef<HTMLInputElement>(null);
  const enteredNumber = parseSafetyNumber(otherNumber);
  const isMatch = !isSafetyNumber(enteredNumber) ? null : enteredNumber === number;

  const scan = async (file: File | undefined) => {
    if (!file) return;
    const found = await createImageBitmap(file)
      .then(readQr)
      .then(
        (text) => parseSafetyNumber(text ?? ''),
        () => '',
      );
    if (isSafetyNumber(found)) setOtherNumber(digitGroups(found).join(' '));
    else showToast('error', words.noCode);
  };
  const copy = () => void copyText(digitGroups(number).join(' '), words.copied);

  return (
    <section className={styles.section} aria-labelledby="safety-number">
      <h3 className={styles.subtitle} id="safety-number">
        {words.number}
      </h3>
      <p>{words.numberHint({ name })}</p>
      <div className={styles.number}>
        <QrCode text={safetyQrText(number)} label={words.code} size={156} />
        <ol className={styles.groups} dir="ltr" aria-label={words.number}>
          {digitGroups(number).map((group, index) => (
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
      <p role="status" className={isMatch === null ? undefined : isMatch ? styles.same : styles.differs}>
        {isMatch === null ? '' : isMatch ? words.matches : words.differs}
      </p>
      <Collapsible title={words.otherWays}>
        <TextField
          label={words.compare}
          value={otherNumber}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => setOtherNumber(target.value)}
        />
        <Button variant="quiet" onClick={copy}>
          {words.copy}
        </Button>
      </Collapsible>
    </section>
  );
}
