// A talk with a bot as it is on the form: each answer streams to this page, and nothing of it is kept anywhere.
import { api, engineState$, events$, newMessageId } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { map } from 'rxjs';
import type { BotFields } from './BotForm.tsx';

export interface PreviewTurn {
  mine: boolean;
  text: string;
  /** How an answer has ended, where it is not whole; `fault`: why it failed or was cut. */
  end?: 'stopped' | 'interrupted' | 'failed' | 'cut';
  fault?: string;
}

/** How long after its greatest length the end of an answer may take to arrive. */
const deliveryMargin = 5_000;

const ends = ['stopped', 'interrupted', 'failed'] as const;

const endOf = (state: string, fault: string): PreviewTurn['end'] =>
  ends.find((one) => one === state) ?? (fault ? 'cut' : undefined);

/** Ends what runs when the component goes, or the page. */
export function usePreview(fields: BotFields) {
  const [said, setSaid] = useState<readonly PreviewTurn[]>([]);
  const [running, setRunning] = useState<{ id: string; text: string } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isOnline, setOnline] = useState(true);
  /** Which one counts; a ref, as the next event may come before the next drawing. */
  const id = useRef('');

  const end = (more: PreviewTurn) => {
    id.current = '';
    setRunning(null);
    setSaid((before) => [...before, more]);
  };
  const interrupt = useEffectEvent(() => {
    if (id.current !== '') end({ mine: false, text: running?.text ?? '', end: 'interrupted' });
  });

  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type === 'answerGrew' && event.id === id.current) setRunning({ id: event.id, text: event.text });
      if (event.type !== 'previewEnded' || event.id !== id.current) return;
      const { text, state, fault: endFault } = event;
      const endKind = endOf(state, endFault);
      end({ mine: false, text, ...(endKind && { end: endKind, fault: endFault }) });
    });
    const connection = engineState$.pipe(map((state) => state?.connection.status === 'open')).subscribe((isOpen) => {
      setOnline(isOpen);
      if (!isOpen) interrupt();
    });
    const abandon = () => {
      const { current } = id;
      id.current = '';
      if (current !== '') void api.aiBot.preview({ requestId: current }).catch(() => {}); // it ends by itself
    };
    addEventListener('pagehide', abandon);
    return () => {
      subscription.unsubscribe();
      connection.unsubscribe();
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
    setSaid(turns);
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
    said,
    running,
    fault,
    isOnline,
    ask: (text: string) => {
      // They take turns, also where no answer came.
      const none: PreviewTurn[] = said.at(-1)?.mine ? [{ mine: false, text: '', end: 'failed' }] : [];
      void ask([...said, ...none, { mine: true, text }]);
    },
    /** Asks the last question anew. */
    retry: () => void ask(said.slice(0, said.findLastIndex(({ mine }) => mine) + 1)),
    stop: () => void api.aiBot.preview({ requestId: id.current }).catch(interrupt),
  };
}
