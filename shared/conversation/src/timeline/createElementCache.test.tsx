import { expect, test } from 'vitest';
import { createElementCache } from './createElementCache.ts';

interface RowProps {
  row: object;
  isLit: boolean;
}

const Row = (_: RowProps) => null;

test('B12 a row whose properties are the same is drawn by the same element, another one by another', () => {
  const keep = createElementCache<object, RowProps>();
  const [one, other] = [{}, {}];
  const first = keep((row) => <Row row={row} isLit={row === one} />);
  const [drawnOne, drawnOther] = [first(one, 0), first(other, 1)];
  const second = keep((row) => <Row row={row} isLit={row === other} />);
  expect(second(one, 0)).not.toBe(drawnOne);
  expect(second(one, 0).props.isLit).toBe(false);
  const third = keep((row) => <Row row={row} isLit={row === other} />);
  expect(third(other, 1)).not.toBe(drawnOther);
  expect(third(one, 0)).toBe(second(one, 0));
});

test('B12 one way to draw is asked once for a row, however often the list scrolls', () => {
  const keep = createElementCache<object, RowProps>();
  let asked = 0;
  const draw = keep((row) => {
    asked += 1;
    return <Row row={row} isLit={false} />;
  });
  const row = {};
  expect(draw(row, 0)).toBe(draw(row, 0));
  expect(asked).toBe(1);
});
