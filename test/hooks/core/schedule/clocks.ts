import type { WallClock } from './wall-clock'

const any = (): boolean => true
/** Expressions with what they mean. */
export const clocks: ReadonlyArray<WallClock> = [
  { expression: '0 * * * *', minute: (m) => m === 0, hour: any, day: any, everyHour: true },
  { expression: '*/20 * * * *', minute: (m) => m % 20 === 0, hour: any, day: any, everyHour: true },
  { expression: '30 2 * * *', minute: (m) => m === 30, hour: (h) => h === 2, day: any, everyHour: false },
  {
    expression: '15,45 1-3 * * *',
    minute: (m) => m % 30 === 15,
    hour: (h) => h >= 1 && h <= 3,
    day: any,
    everyHour: false,
  },
  { expression: '*/10 */2 * * *', minute: (m) => m % 10 === 0, hour: (h) => h % 2 === 0, day: any, everyHour: false },
  { expression: '0 0 * * *', minute: (m) => m === 0, hour: (h) => h === 0, day: any, everyHour: false },
  {
    expression: '5 2 * * SUN',
    minute: (m) => m === 5,
    hour: (h) => h === 2,
    day: (d) => d.weekday === 0,
    everyHour: false,
  },
  {
    expression: '10 1 1,29 * MON',
    minute: (m) => m === 10,
    hour: (h) => h === 1,
    day: (d) => d.day === 1 || d.day === 29 || d.weekday === 1,
    everyHour: false,
  },
]
