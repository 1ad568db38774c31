import { EventEmitter } from 'node:events'
import { endWhenClosed } from '../../cli/closed-pipe'

const failing = (code: string) => {
  const output = new EventEmitter()
  const end = jest.fn()
  endWhenClosed(output, end)
  return { end, fail: () => output.emit('error', Object.assign(new Error(code), { code })) }
}

it('ends when nobody reads any more', () => {
  const { end, fail } = failing('EPIPE')
  fail()
  expect(end).toHaveBeenCalledTimes(1)
})

it('hides no other failure of the output', () => {
  const { end, fail } = failing('ENOSPC')
  expect(fail).toThrow('ENOSPC')
  expect(end).not.toHaveBeenCalled()
})
