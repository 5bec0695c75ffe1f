// Sends what was composed: a text, files with the text as their caption, or the new text of an edited message.
import type { MessageRow } from '@amber/client/rows';
import type { Quote, TextBody } from '@amber/proto/bodies';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { useRef, useState } from 'react';
import { writtenText } from '../kit/currentText.ts';
import type { Mentionable } from '../kit/person.ts';
import { findMentions } from '../markdown/mentions.ts';
import type { useAttachments } from './useAttachments.ts';

interface SubmitPorts {
  text: string;
  canSend: boolean;
  hasFiles: boolean;
  editing: MessageRow | null;
  quote: Quote | undefined;
  mentionable: readonly Mentionable[];
  attachments: ReturnType<typeof useAttachments>;
  onSend(body: TextBody): void;
  onEdit?: ((message: MessageRow, body: CommandBodies['edit']) => void) | undefined;
  /** Called when the text was sent and is not needed any more. */
  onDraftSent(): void;
  /** Called when everything was sent. */
  onFinished(): void;
}

/** Returns how to send; each press sends once. */
export function useSubmit(ports: SubmitPorts) {
  const { text, canSend, hasFiles, editing, quote, mentionable, attachments, onFinished } = ports;
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
      if (trimmed !== writtenText(editing)?.text) ports.onEdit?.(editing, body);
    } else {
      ports.onSend({ ...body, ...(quote && { quote }) });
      ports.onDraftSent();
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
      ports.onDraftSent();
      onFinished();
    } finally {
      setIsSending(false);
    }
  };
  return {
    /** Whether files are being stored: the text is not changed meanwhile. */
    isSending,
    /** Waits for this lookup, if `source` is what is sent. */
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
