import { type ReactNode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { expect, it, vi } from 'vitest';
import { lazyScreen, retryScreens } from './lazyScreen.ts';

/** The markup once everything has been loaded. @throws what a screen has thrown */
async function draw(screen: ReactNode): Promise<string> {
  const { prelude } = await prerender(screen, { onError: () => {} });
  return new Response(prelude).text();
}

it('R155 a screen is loaded once, when it is first shown, and gets its props', async () => {
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>Hello {name}</p>);
  const Hello = lazyScreen(load);
  expect(load).not.toHaveBeenCalled();
  expect(await draw(<Hello name="Ada" />)).toContain('Ada');
  expect(
    await draw(
      <>
        <Hello name="Ben" />
        <Hello name="Cy" />
      </>,
    ),
  ).toMatch(/Ben.*Cy/);
  expect(load).toHaveBeenCalledTimes(1);
});

it('R155 what has failed fails until it is to be tried again, and is then loaded', async () => {
  let isThere = false;
  const load = vi.fn(async () => {
    if (!isThere) throw new Error('no such chunk');
    return () => <p>there</p>;
  });
  const Screen = lazyScreen(load);
  await expect(draw(<Screen />)).rejects.toThrow('no such chunk');
  isThere = true;
  await expect(draw(<Screen />)).rejects.toThrow('no such chunk');
  expect(load).toHaveBeenCalledTimes(1);
  retryScreens();
  expect(await draw(<Screen />)).toBe('<p>there</p>');
  retryScreens();
  expect(await draw(<Screen />)).toBe('<p>there</p>');
  expect(load).toHaveBeenCalledTimes(2);
});

it('R155 another round before the answer neither asks twice nor loses the answer', async () => {
  const answer = Promise.withResolvers<() => ReactNode>();
  const load = vi.fn(() => answer.promise);
  const Screen = lazyScreen(load);
  const drawn = draw(<Screen />);
  retryScreens();
  answer.resolve(() => 'late');
  expect(await drawn).toBe('late');
  expect(load).toHaveBeenCalledTimes(1);
});

it('R155 what is fetched ahead is there when it is shown; what did not come is asked for again', async () => {
  vi.useFakeTimers();
  try {
    let isThere = false;
    const load = vi.fn(async () => {
      if (!isThere) throw new Error('no such chunk');
      return () => <p>there</p>;
    });
    const Screen = lazyScreen(load, { ahead: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledTimes(1);
    isThere = true;
    vi.useRealTimers();
    expect(await draw(<Screen />)).toBe('<p>there</p>');
    expect(load).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

it('R155 what was primed is in the first render, without what stands for it', async () => {
  const Screen = lazyScreen(async () => () => <p>there</p>);
  const first = () =>
    renderToStaticMarkup(
      <Suspense fallback="waiting">
        <Screen />
      </Suspense>,
    );
  expect(first()).toContain('waiting');
  await Screen.prime();
  expect(first()).toContain('there');
});
