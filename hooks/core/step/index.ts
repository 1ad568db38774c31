/** Decisions that read as they go: the same function says what to read and what follows from it. */
export { ask, both, chain, end, go, together, type Step } from './step'
export { listStep, readStep, type Answered } from './read-step'
