// A button that undoes a withdrawal, as long as that is possible.
import { useEffect, useState } from 'react';
import { words } from '../words/gen/entries.ts';
import styles from './SystemMessage.module.css';

interface UndoWithdrawalProps {
  /** By this device's clock, in milliseconds since 1970. */
  until: number;
  tabIndex: number;
  onUndo(): void;
}

export function UndoWithdrawal({ until, tabIndex, onUndo }: UndoWithdrawalProps) {
  const [isPossible, setIsPossible] = useState(() => Date.now() < until);
  useEffect(() => {
    const timer = setTimeout(() => setIsPossible(false), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return (
    isPossible && (
      <button type="button" className={styles.again} tabIndex={tabIndex} onClick={onUndo}>
        {words.undo}
      </button>
    )
  );
}
