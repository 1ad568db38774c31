const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** RFC3339 with seconds and a zone. */
export const isTimestamp = (text: string): boolean => RFC3339.test(text) && !Number.isNaN(Date.parse(text))
