/** Reads of needs as decoded kinds. */
export { foundIn, readAs, type Read } from './read-as'
export { listAs, type ListRead } from './list-as'
