/** Policies and schedules on a clock that does not wait: the hooks decide, runs are modelled. */
export { withAssumptions, type Assumed } from './assumptions'
export { simulate } from './simulate'
export type { RunOutcome, Simulated, SimulatedDeletion, SimulatedRun, SimulatedSkip, Story } from './story'
