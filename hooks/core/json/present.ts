/** Fields made of a value that may be absent: in JSON a field is there or it is not, it is never undefined. */
export const present = <A, B extends object>(value: A | undefined, fields: (value: A) => B): Partial<B> =>
  value === undefined ? {} : fields(value)
