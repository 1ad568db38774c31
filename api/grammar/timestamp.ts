const RFC3339 = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Milliseconds since 1970 of RFC3339 text with seconds and a zone; NaN for any other, and for a day that never comes. */
export const timestampMs = (text: string): number =>
  RFC3339.test(text) && hasDay(text) ? Date.parse(text) : Number.NaN

/** `Date.parse` does not ask how long a month is: it takes its 30th and 31st for days of the next one. */
const hasDay = (text: string): boolean => {
  const day = text.slice(8, 10)
  return day <= '28' || new Date(text.slice(0, 10)).getUTCDate() === Number(day)
}

/** RFC3339 with seconds and a zone. */
export const isTimestamp = (text: string): boolean => !Number.isNaN(timestampMs(text))
