// A preview chat with the bot in the form. Its answers stream to this page and are not stored anywhere.
import { api, engineState$, events$, newMessageId } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BotFields } from './BotForm.tsx';

export interface PreviewTurn {
  mine: boolean;
  text: string;
  /** Why an answer is incomplete. `fault`: why it failed or was cut. */
  end?: 'stopped' | 'interrupted' | 'failed' | 'cut';
  fault?: string;
}

/** Milliseconds that the end of an answer of maximum duration may take to arrive. */
const deliveryMargin = 5_000;

const ends = ['stopped', 'interrupted', 'failed'] as const;

const endOf = (state: string, fault: string): PreviewTurn['end'] =>
  ends.find((one) => one === state) ?? (fault ? 'cut' : undefined);

/** Cancels the running answer when the component unmounts or the page is left. */
export function usePreview(fields: BotFields) {
  const [turns, setTurns] = useState<readonly PreviewTurn[]>([]);
  const [running, setRunning] = useState<{ id: string; text: string } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isOnline, setOnline] = useState(true);
  /** The id of the current answer. It is a ref, because the next event may arrive before the next render. */
  const id = useRef('');

  const end = (more: PreviewTurn) => {
    id.current = '';
    setRunning(null);
    setTurns((before) => [...before, more]);
  };
  const interrupt = useEffectEvent(() => {
    if (id.current !== '') end({ mine: false, text: running?.text ?? '', end: 'interrupted' });
  });

  useSubscription(events$, (event) => {
    if (event.type === 'answerGrew' && event.id === id.current) setRunning({ id: event.id, text: event.text });
    if (event.type !== 'previewEnded' || event.id !== id.current) return;
    const { text, state, fault: endFault } = event;
    const endKind = endOf(state, endFault);
    end({ mine: false, text, ...(endKind && { end: endKind, fault: endFault }) });
  });
  useSubscription(engineState$, (state) => {
    const isOpen = state?.connection.status === 'open';
    setOnline(isOpen);
    if (!isOpen) interrupt();
  });
  useEffect(() => {
    const abandon = () => {
      const { current } = id;
      id.current = '';
      if (current !== '') void api.aiBot.preview({ requestId: current }).catch(() => {}); // it ends by itself
    };
    addEventListener('pagehide', abandon);
    return () => {
      removeEventListener('pagehide', abandon);
      abandon();
    };
  }, []);

  const runningId = running?.id;
  useEffect(() => {
    if (!runningId) return;
    const timer = setTimeout(interrupt, limits.previewFor + deliveryMargin);
    return () => clearTimeout(timer);
  }, [runningId]);

  async function ask(turns: readonly PreviewTurn[]): Promise<void> {
    const requestId = newMessageId();
    id.current = requestId;
    setTurns(turns);
    setFault(null);
    setRunning({ id: requestId, text: '' });
    try {
      const turnTexts = turns.slice(-limits.previewTurns).map(({ text }) => text);
      await api.aiBot.preview({ requestId, aiBotInfo: fields, said: turnTexts });
    } catch (thrown) {
      if (id.current !== requestId) return;
      id.current = '';
      setRunning(null);
      setFault(Fault.of(thrown));
    }
  }

  return {
    turns,
    running,
    fault,
    isOnline,
    ask: (text: string) => {
      // The turns alternate, also where no answer arrived.
      const none: PreviewTurn[] = turns.at(-1)?.mine ? [{ mine: false, text: '', end: 'failed' }] : [];
      void ask([...turns, ...none, { mine: true, text }]);
    },
    /** Sends the last question again. */
    retry: () => void ask(turns.slice(0, turns.findLastIndex(({ mine }) => mine) + 1)),
    stop: () => void api.aiBot.preview({ requestId: id.current }).catch(interrupt),
  };
}
