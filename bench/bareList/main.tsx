// The least a timeline can be: the list library, and the same texts as plain rows. The address says how large it is.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtualizer } from 'virtua';
import { generatedText } from '../kit/messageText.ts';
import './list.css';

const size = new URLSearchParams(location.search);
const [width, height] = [Number(size.get('width')), Number(size.get('height'))];
/** Below each text, where there is one. */
const { picture } = globalThis as { picture?: string };
const texts = Array.from({ length: Number(size.get('messages')) }, (_, index) => generatedText(index + 1));

function App() {
  const [round, setRound] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setRound(round + 1)}>
        Again
      </button>
      <div key={round} role="log" style={{ width, height }}>
        <Virtualizer data={texts}>
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
