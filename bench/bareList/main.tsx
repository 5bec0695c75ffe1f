// A minimal timeline: the list library, and the same texts as plain rows. The address contains their number.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtualizer } from 'virtua';
import { generatedText } from '../kit/messageText.ts';
import './list.css';

const size = new URLSearchParams(location.search);
const [width, height] = [Number(size.get('width')), Number(size.get('height'))];
/** A picture below each text, if set. */
const { picture } = globalThis as { picture?: string };
const texts = Array.from({ length: Number(size.get('messages')) }, (_, index) => generatedText(index + 1));

function App() {
  const [round, setRound] = useState(0);
  const [grown, setGrown] = useState('');
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let newest: readonly string[] = [];
    // Appends these pieces to the last row, at this interval in milliseconds, until the next call.
    Object.assign(globalThis, {
      async grow(pieces: readonly string[], every: number) {
        newest = pieces;
        setGrown('');
        for (const piece of pieces) {
          if (newest !== pieces) return;
          setGrown((before) => before + piece);
          await new Promise((resolve) => setTimeout(resolve, every));
        }
      },
    });
  }, []);
  useLayoutEffect(() => {
    if (grown) log.current!.scrollTop = log.current!.scrollHeight;
  }, [grown]);
  return (
    <>
      <button type="button" onClick={() => setRound(round + 1)}>
        Again
      </button>
      <div key={round} ref={log} role="log" style={{ width, height }}>
        <Virtualizer data={grown ? [...texts, grown] : texts}>
          {(text, index) => (
            <article key={index}>
              {text}
              {picture && <img src={picture} alt="" width="480" height="300" decoding="async" />}
            </article>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

createRoot(document.getElementById('root')!).render(<App />);
