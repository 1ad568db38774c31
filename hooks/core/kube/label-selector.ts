export { matchesSelector } from '../../../api/kubernetes/matches-selector'
