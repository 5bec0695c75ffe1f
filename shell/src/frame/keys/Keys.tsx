// What the keyboard does on every page: landmarks, tab stops, typing, and the sheet that lists the shortcuts.
import { useKeyDown } from '@amber/ui/useKeyDown';
import { useState } from 'react';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { useLandmarkKeys } from './useLandmarkKeys.ts';
import { useTabStops } from './useTabStops.ts';
import { useTypingKeys } from './useTypingKeys.ts';

export function Keys() {
  const [open, setOpen] = useState(false);
  useLandmarkKeys();
  useTabStops();
  useTypingKeys();
  useKeyDown((event) => {
    if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    setOpen(true);
  });
  return <ShortcutSheet open={open} onClose={() => setOpen(false)} />;
}
