import { type Command, command } from './command'

/** The pin that belongs to this product; pins of other people stay. */
export const PIN = 'kopiur'

/** Adds or removes the pin. kopia gives the snapshot a new id and prints it nowhere. */
export const snapshotPin = (id: string, pinned: boolean): Command =>
  command.control('snapshot pin', [id, pinned ? '--add' : '--remove', PIN])
