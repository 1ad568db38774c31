/** The small languages inside strings: cron, durations, zones, times, names, quantities. */
export { checkCron, cronValues, splitCron } from './cron'
export { isDnsLabel, isDnsSubdomain } from './dns'
export { durationSeconds } from './duration'
export { quantityValue } from './quantity'
export { isTimestamp, timestampMs } from './timestamp'
export { isTimezone } from './timezone'
