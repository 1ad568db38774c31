/** The ClusterRole of movers: get and patch Jobs. */
export const MOVER_ROLE = 'kopiur-mover'
