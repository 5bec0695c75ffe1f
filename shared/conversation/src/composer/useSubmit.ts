// Sends what was composed: a text, files with the text as their caption, or the new text of an edited message.
import type { MessageRow } from '@amber/client/rows';
import type { Quote } from '@amber/proto/bodies';
import { useRef, useState } from 'react';
import { writtenText } from '../kit/currentText.ts';
import type { Mentionable } from '../kit/person.ts';
import { findMentions } from '../markdown/mentions.ts';
import type { ComposerProps } from './composerProps.ts';
import type { useAttachments } from './useAttachments.ts';
import type { useComposedText } from './useComposedText.ts';

interface SubmitPorts {
  composed: Pick<ReturnType<typeof useComposedText>, 'text' | 'setDraft'>;
  canSend: boolean;
  hasFiles: boolean;
  editing: MessageRow | null;
  quote: Quote | undefined;
  mentionable: readonly Mentionable[];
  attachments: ReturnType<typeof useAttachments>;
  /** Called when everything was sent. */
  onFinished(): void;
}

/** Returns the function that sends, and its state. While one press is being sent, further presses are ignored. */
export function useSubmit(
  { onSend, onEdit }: Pick<ComposerProps, 'onSend' | 'onEdit'>,
  { composed, canSend, hasFiles, editing, quote, mentionable, attachments, onFinished }: SubmitPorts,
) {
  const { text, setDraft } = composed;
  // A text that ends in a shortcode must not be sent before the lookup has resolved, which it does with the complete
  // text. The lookup belongs to this text, because the box may still show it when the lookup has just resolved.
  const lookup = useRef<{ source: string; complete: Promise<string> } | null>(null);
  const isSubmitting = useRef(false);
  const [isSending, setIsSending] = useState(false);

  const mentionsIn = (written: string) => {
    const mentions = findMentions(written, mentionable);
    return mentions.length > 0 && { mentions };
  };
  const sendText = (finalText: string) => {
    const trimmed = finalText.trim();
    const body = { text: trimmed, ...mentionsIn(trimmed) };
    if (editing) {
      if (trimmed !== writtenText(editing)?.text) onEdit?.(editing, body);
    } else {
      onSend({ ...body, ...(quote && { quote }) });
      setDraft('');
    }
    onFinished();
  };
  /** The text, which is the caption of the first file, stays in the box until the files are stored. */
  const sendFiles = async (finalText: string): Promise<void> => {
    setIsSending(true);
    try {
      const caption = finalText.trim();
      const isSent = await attachments.send({ quote, ...(caption && { caption }), ...mentionsIn(caption) });
      if (!isSent) return;
      setDraft('');
      onFinished();
    } finally {
      setIsSending(false);
    }
  };
  return {
    /** Whether files are being stored: the text is not changed meanwhile. */
    isSending,
    /** Registers the lookup of the shortcode at the end of `source`. Sending this text waits for it. */
    waitForShortcode(source: string, complete: Promise<string> | undefined) {
      lookup.current = complete ? { source, complete } : null;
    },
    send() {
      if (!canSend || isSubmitting.current) return;
      const complete = lookup.current?.source === text ? lookup.current.complete : null;
      if (!complete && !hasFiles) return sendText(text);
      isSubmitting.current = true;
      const sendAll = async () => {
        const finalText = await (complete ?? text);
        if (hasFiles) await sendFiles(finalText);
        else sendText(finalText);
      };
      void sendAll().finally(() => {
        isSubmitting.current = false;
      });
    },
  };
}
