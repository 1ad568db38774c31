import { IANAZone } from 'luxon'

/** A zone of the IANA database, as `Europe/Berlin` or `UTC`; no offsets. */
export const isTimezone = (name: string): boolean => /^[A-Za-z]/.test(name) && IANAZone.isValidZone(name)
