// Encodes arrays in PostgreSQL's binary format, the fastest way to pass a list as a query parameter.

/** The encoding of values of a type. */
interface Encoding<T> {
  oid: number;
  size(value: T): number;
  write(into: Buffer, value: T, at: number): void;
}

const types = {
  boolean: {
    oid: 16,
    size: () => 1,
    write: (into, value, at) => void into.writeUInt8(value ? 1 : 0, at),
  } satisfies Encoding<boolean>,
  bytea: {
    oid: 17,
    size: (value) => value.length,
    write: (into, value, at) => into.set(value, at),
  } satisfies Encoding<Uint8Array>,
  bigint: {
    oid: 20,
    size: () => 8,
    write: (into, value, at) => void into.writeBigInt64BE(BigInt(value), at),
  } satisfies Encoding<number>,
  text: {
    oid: 25,
    size: Buffer.byteLength,
    write: (into, value, at) => void into.write(value, at),
  } satisfies Encoding<string>,
};

export type ArrayType = keyof typeof types;
/** The JavaScript value of an element. */
export type ArrayValue<Name extends ArrayType> = (typeof types)[Name] extends {
  write(into: Buffer, value: infer T, at: number): void;
}
  ? T
  : never;

const headSize = 20;
const isNull = -1;

/** A query parameter for an array of this type. */
export function binaryArray<Name extends ArrayType>(name: Name, values: readonly (ArrayValue<Name> | null)[]): Buffer {
  const { oid, size, write } = types[name] as unknown as Encoding<ArrayValue<Name>>;
  const sizes = values.map((value) => (value === null ? isNull : size(value)));
  const array = Buffer.allocUnsafe(sizes.reduce((sum, each) => sum + 4 + Math.max(each, 0), headSize));
  // Header: one dimension, has-nulls flag, element type, length, lower bound 1.
  [1, sizes.includes(isNull) ? 1 : 0, oid, values.length, 1].forEach((number, index) =>
    array.writeInt32BE(number, 4 * index),
  );
  let at = headSize;
  values.forEach((value, index) => {
    at = array.writeInt32BE(sizes[index]!, at);
    if (value === null) return;
    write(array, value, at);
    at += sizes[index]!;
  });
  return array;
}
