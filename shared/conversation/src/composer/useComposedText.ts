// The text in the composer's box: the draft, or the text of the message that is being edited.
import type { MessageRow } from '@amber/client/rows';
import { useLayoutEffect, useRef, useState } from 'react';
import { writtenText } from '../kit/currentText.ts';
import { applyCompletion } from './completion.ts';

interface ComposedTextPorts {
  /** The stored draft, with which it begins. */
  draft: string;
  onDraftChange(text: string): void;
  /** The message that is being edited. Meanwhile the box has its text, and the draft is preserved. */
  editing: MessageRow | null;
}

/** Holds the text and its caret, and makes the box as high as its text. Positions are in UTF-16 units. */
export function useComposedText({ draft, onDraftChange, editing }: ComposedTextPorts) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [draftText, setDraftText] = useState(draft);
  const [edit, setEdit] = useState({ id: '', text: '' });
  const [caret, setCaret] = useState(draft.length);
  if (edit.id !== (editing?.id ?? '')) {
    const wording = editing ? { id: editing.id, text: writtenText(editing)?.text ?? '' } : { id: '', text: '' };
    setEdit(wording);
    setCaret(editing ? wording.text.length : draftText.length);
  }
  const text = editing ? edit.text : draftText;

  const pendingSelection = useRef<readonly [from: number, to: number] | null>(null);
  useLayoutEffect(() => {
    const area = box.current!;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    if (pendingSelection.current) area.setSelectionRange(...pendingSelection.current);
    pendingSelection.current = null;
  }, [text]);

  const setDraft = (next: string) => {
    setDraftText(next);
    onDraftChange(next);
  };
  /** Sets the text that the box shows already, with its caret at `at`. */
  const write = (next: string, at: number) => {
    setCaret(at);
    if (editing) setEdit({ id: editing.id, text: next });
    else setDraft(next);
  };
  /** Sets another text than the box shows, and selects this part of it. */
  const replace = (next: string, from: number, to = from) => {
    pendingSelection.current = [from, to];
    write(next, to);
  };
  return {
    /** For the box. */
    box,
    text,
    caret,
    setCaret,
    setDraft,
    write,
    replace,
    insertAtCaret(inserted: string) {
      const next = applyCompletion(text, caret, caret, inserted);
      replace(next.text, next.caret);
    },
  };
}
