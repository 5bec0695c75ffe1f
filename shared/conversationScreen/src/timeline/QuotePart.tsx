// A dialog in which the user selects the part of a message to reply to, by touch and by keyboard as well.
import type { MessageRow } from '@amber/client/rows';
import { shownText } from '@amber/conversation/currentText';
import { quoteOf } from '@amber/conversation/quoteOf';
import type { Quote } from '@amber/proto/bodies';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextArea } from '@amber/ui/TextArea';
import { useState } from 'react';
import { words } from '../words/gen/quotePart.ts';

interface QuotePartProps {
  message: MessageRow;
  onReply(message: MessageRow, quote: Quote): void;
  onClose(): void;
}

/** What is typed is not taken over. */
const ignore = () => {};

export function QuotePart({ message, onReply, onClose }: QuotePartProps) {
  const [part, setPart] = useState({ from: 0, to: 0 });
  const text = shownText(message);
  const isWhole = part.to - part.from === text.length;
  return (
    <Dialog
      title={words.title}
      open
      onOpenChange={onClose}
      cancel
      actions={
        <Button
          variant="primary"
          disabled={part.from === part.to}
          onClick={() => {
            onClose();
            onReply(message, quoteOf(message, isWhole ? undefined : part));
          }}
        >
          {words.reply}
        </Button>
      }
    >
      <TextArea
        label={words.message}
        hint={words.hint}
        rows={8}
        // A field that is read-only has no caret with which keys could select.
        aria-readonly
        inputMode="none"
        value={text}
        onChange={ignore}
        onSelect={({ currentTarget: { selectionStart: from, selectionEnd: to } }) => setPart({ from, to })}
      />
    </Dialog>
  );
}
