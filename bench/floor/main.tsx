// A minimal React page: the same sign-in form, and nothing else.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import './floor.css';

function Field({ label, type }: { label: string; type: string }) {
  const [value, setValue] = useState('');
  return (
    <label>
      {label}
      <input type={type} value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  );
}

function SignIn() {
  return (
    <main>
      <h1>Sign in</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <Field label="Phone number" type="tel" />
        <button type="button">Get code</button>
        <Field label="Verification code" type="text" />
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<SignIn />);
